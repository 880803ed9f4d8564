import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** A network that was given as a proxy's is none, or is too wide. */
export class InvalidProxies extends Error {
  override readonly name = 'InvalidProxies';
}

/**
 * Checks the networks of proxies, such as `10.1.0.0/16`, whose `X-Forwarded-For` is believed. Everybody's networks are refused: anyone could
 * write another's address into the audit trail.
 * @throws {InvalidProxies} when one is no network in CIDR notation, or has everybody in it
 */
export function trustedProxies(cidrs: readonly string[]): string[] | false {
  for (const cidr of cidrs) checkNetwork(cidr);
  return cidrs.length > 0 ? [...cidrs] : false;
}

/** Whether an address is a proxy's, by networks that `trustedProxies` has checked. */
export function isProxyIn(cidrs: readonly string[]): (address: string) => boolean {
  const lists = cidrs.flatMap((cidr) => listOf(cidr) ?? []);
  return (address) => lists.some((list) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
}

function checkNetwork(cidr: string): void {
  const list = listOf(cidr);
  if (!list) {
    throw new InvalidProxies(`"${cidr}" is no network of proxies. Write it like 10.1.0.0/16.`);
  }
  // Addresses of IPv4 are looked up in networks of IPv6 as well, in this form.
  const hasAllOfV4 = cidr.includes(':') && list.check('::ffff:203.0.113.7', 'ipv6');
  if (/\/0+$/.test(cidr) || hasAllOfV4) {
    throw new InvalidProxies(
      `"${cidr}" trusts every address. Name the networks of your proxies only, IPv4 ones like 10.1.0.0/16.`,
    );
  }
}

function listOf(cidr: string): BlockList | undefined {
  const [, net = '', bits] = /^([^/]+)\/(\d+)$/.exec(cidr) ?? [];
  const list = new BlockList();
  try {
    list.addSubnet(net, Number(bits), isIPv4(net) ? 'ipv4' : 'ipv6');
    return list;
  } catch {
    return undefined;
  }
}
