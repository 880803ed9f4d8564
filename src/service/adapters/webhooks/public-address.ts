import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIPv4 } from 'node:net';

function subnets(...cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [net = '', bits] = cidr.split('/');
    list.addSubnet(net, Number(bits), isIPv4(net) ? 'ipv4' : 'ipv6');
  }
  return list;
}

const V4_REFUSED = subnets(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);
/** Only this is global unicast; NAT64, v4-mapped and v4-compatible addresses lie outside it. */
const V6_GLOBAL = subnets('2000::/3');
const V6_REFUSED = subnets('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/** Loopback, as an exception. */
export const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1/128'];

/**
 * Exceptions from the rule, as networks such as `10.1.0.0/16`.
 * @throws {Error} for what is no network
 */
export const exceptions = (cidrs: readonly string[]): BlockList => subnets(...cidrs);

/** True when a delivery may connect to this IP address. `allow` holds the operator's own exceptions. */
export function isPublicAddress(address: string, allow: BlockList): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (allow.check(address, family)) return true;
  if (family === 'ipv4') return !V4_REFUSED.check(address, family);
  return V6_GLOBAL.check(address, family) && !V6_REFUSED.check(address, family);
}

/** Finds the addresses of a name. */
export type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>;

/** Which addresses a POST may reach. */
export interface AddressRule {
  /** Networks that are reached although they are not public. */
  readonly allow: BlockList;
  /** Over plain HTTP nothing is reached but exceptions. */
  readonly isPlain: boolean;
  readonly find: FindAddresses;
}

/** Why an address may not be reached; undefined when it may. */
export function refusalOf(address: string, { allow, isPlain }: AddressRule): string | undefined {
  if (allow.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return undefined;
  if (!isPublicAddress(address, allow)) return 'blocked_address';
  return isPlain ? 'insecure_url' : undefined;
}

const refused = (host: string, code: string): Error =>
  Object.assign(new Error(`${host} may not be reached`), { code });

/** @throws {Error} with the code `blocked_address` or `insecure_url` for an address that may not be reached */
export function assertReachable(address: string, rule: AddressRule): void {
  const refusal = refusalOf(address, rule);
  if (refusal) throw refused(address, refusal);
}

/**
 * A `lookup` for `node:net`: the addresses checked are the ones then connected to, so that a name cannot be
 * rebound between the check and the connection. IP literals never come here.
 */
export function checkedLookup(rule: AddressRule): LookupFunction {
  return (host, options, done): void => {
    usableAddresses(host, rule).then(
      (usable) => {
        const [first] = usable;
        if (options.all) done(null, [...usable]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

async function usableAddresses(
  host: string,
  rule: AddressRule,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const found = await rule.find(host);
  const [first, ...others] = found.filter(({ address }) => !refusalOf(address, rule));
  if (first) return [first, ...others];
  throw refused(host, refusalOf(found[0]?.address ?? '', rule) ?? 'dns_error');
}
