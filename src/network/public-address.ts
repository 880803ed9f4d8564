import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIPv4 } from 'node:net';
import { failing } from './failure-reason.ts';
import type { FindAddresses } from './find-addresses.ts';

export const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** Networks such as `10.1.0.0/16`. Throws Error if one is invalid. */
export function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [net = '', bits] = cidr.split('/');
    list.addSubnet(net, Number(bits), familyOf(net));
  }
  return list;
}

const NOT_PUBLIC = networks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);
/** Global unicast. NAT64, IPv4-mapped and IPv4-compatible addresses lie outside it. */
const V6_GLOBAL = networks(['2000::/3']);

/** False for private, loopback, link-local and reserved addresses. */
export function isPublic(address: string): boolean {
  const family = familyOf(address);
  const isGlobal = family === 'ipv4' || V6_GLOBAL.check(address, family);
  return isGlobal && !NOT_PUBLIC.check(address, family);
}

/** Why an address is blocked, a short, stable name; undefined if it is allowed. */
export type RefusalOf = (address: string) => string | undefined;

/**
 * A `lookup` for `node:net`. The socket connects to the addresses that were checked, so names
 * cannot be rebound in between. `node:net` does not call it for IP addresses: check those first.
 */
export function checkedLookup(find: FindAddresses, refusalOf: RefusalOf): LookupFunction {
  return (host, { all }, done): void => {
    const reached = find(host).then((found) => reachable(found, refusalOf));
    reached.then(
      ([first, ...others]) =>
        all ? done(null, [first, ...others]) : done(null, first.address, first.family),
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

type FoundAddress = readonly LookupAddress[];

function reachable(
  found: FoundAddress,
  refusalOf: RefusalOf,
): readonly [LookupAddress, ...FoundAddress] {
  const [first, ...others] = found.filter(({ address }) => !refusalOf(address));
  if (first) return [first, ...others];
  throw failing((found[0] && refusalOf(found[0].address)) ?? 'dns_error');
}
