import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** A proxy's network is invalid or too wide. */
export class InvalidProxies extends Error {
  override readonly name = 'InvalidProxies';
}

/**
 * `X-Forwarded-For` of proxies such as `10.1.0.0/16` is trusted. Refuses networks that include
 * everyone: anyone could forge addresses in the audit trail.
 * @throws {InvalidProxies} unless all are in CIDR notation, and none includes everyone
 */
export function trustedProxies(cidrs: readonly string[]): string[] | false {
  for (const cidr of cidrs) checkNetwork(cidr);
  return cidrs.length > 0 ? [...cidrs] : false;
}

/** For networks that `trustedProxies` has checked. */
export function isProxyIn(cidrs: readonly string[]): (address: string) => boolean {
  const lists = cidrs.flatMap((cidr) => listOf(cidr) ?? []);
  return (address) => lists.some((list) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
}

function checkNetwork(cidr: string): void {
  const list = listOf(cidr);
  if (!list) {
    throw new InvalidProxies(`"${cidr}" is no network of proxies. Write it like 10.1.0.0/16.`);
  }
  // IPv4 addresses are also looked up in IPv6 networks, in this form.
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
