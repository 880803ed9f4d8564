import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
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

/** Loopback, as an exception to hand to `isPublicAddress`. */
export const LOOPBACK: BlockList = subnets('127.0.0.0/8', '::1/128');
/** No exception. */
export const NO_EXCEPTION: BlockList = new BlockList();

/** Code of the error that a refused address makes. */
const BLOCKED_ADDRESS = 'blocked_address';

/** True when a delivery may connect to this IP address. `allow` holds the operator's own exceptions. */
export function isPublicAddress(address: string, allow: BlockList): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (allow.check(address, family)) return true;
  if (family === 'ipv4') return !V4_REFUSED.check(address, family);
  return V6_GLOBAL.check(address, family) && !V6_REFUSED.check(address, family);
}

/** An error that says that a host may not be reached. */
export function blockedAddress(host: string): Error {
  return Object.assign(new Error(`${host} has no public address`), { code: BLOCKED_ADDRESS });
}

/**
 * A `lookup` for `node:http`: the addresses checked are the ones then connected to, so that a name cannot be
 * rebound between the check and the connection. IP literals never come here.
 */
export function publicLookup(allow: BlockList): LookupFunction {
  return (host: string, options: LookupOptions, done): void =>
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, '');
      const usable = found.filter(({ address }) => isPublicAddress(address, allow));
      const [first] = usable;
      if (!first) return done(blockedAddress(host), '');
      return options.all ? done(null, usable) : done(null, first.address, first.family);
    });
}
