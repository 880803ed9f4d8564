import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIPv4 } from 'node:net';
import { failing } from './failure-reason.ts';
import type { FindAddresses } from './find-addresses.ts';

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

function networks(cidrs: readonly string[]): BlockList {
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

/**
 * Networks that may be reached although they are not public. `allow` holds some such as `10.1.0.0/16`.
 * @throws {Error} if one is not a network
 */
export const exceptions = (allowLoopback: boolean, allow: readonly string[] = []): BlockList =>
  networks([...(allowLoopback ? ['127.0.0.0/8', '::1/128'] : []), ...allow]);

/** Which addresses a POST may reach. */
export interface AddressRule {
  /** The exceptions. */
  readonly allow: BlockList;
  /** Plain HTTP reaches only the exceptions. */
  readonly isPlain: boolean;
}

/** Why a POST must not reach an IP address. */
export type Refusal = 'blocked_address' | 'insecure_url';

/** Checks an IP address; undefined if a POST may reach it. */
export function refusalOf(address: string, { allow, isPlain }: AddressRule): Refusal | undefined {
  const family = familyOf(address);
  if (allow.check(address, family)) return undefined;
  const isGlobal = family === 'ipv4' || V6_GLOBAL.check(address, family);
  if (!isGlobal || NOT_PUBLIC.check(address, family)) return 'blocked_address';
  return isPlain ? 'insecure_url' : undefined;
}

/**
 * A `lookup` for `node:net`. The socket connects to the very addresses that were checked, so a name cannot be rebound in
 * between. `node:net` does not call it for IP addresses: check those before.
 */
export function checkedLookup(find: FindAddresses, rule: AddressRule): LookupFunction {
  return (host, { all }, done): void => {
    const reached = find(host).then((found) => reachable(found, rule));
    reached.then(
      ([first, ...others]) =>
        all ? done(null, [first, ...others]) : done(null, first.address, first.family),
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

type Found = readonly LookupAddress[];

function reachable(found: Found, rule: AddressRule): readonly [LookupAddress, ...Found] {
  const [first, ...others] = found.filter(({ address }) => !refusalOf(address, rule));
  if (first) return [first, ...others];
  throw failing((found[0] && refusalOf(found[0].address, rule)) ?? 'dns_error');
}
