import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { failing } from './failure-reason.ts';

export type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>;

/** Looks a name up as other programs do, including the hosts file. */
export const findLocally: FindAddresses = (host) => lookup(host, { all: true });

/**
 * Looks names up through DNS alone. The system's lookup holds one of four threads that file access
 * also needs: a few silent name servers would block the process. Default `servers`: the machine's.
 */
export function findByDns(servers?: readonly string[]): FindAddresses {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer, index) => {
      const addresses = answer.status === 'fulfilled' ? answer.value : [];
      return addresses.map((address) => ({ address, family: index === 0 ? 4 : 6 }));
    });
    if (found.length > 0) return found;
    throw failing(answers.every(isUnavailable) ? 'dns_unavailable' : 'dns_error');
  };
}

/** The resolver could not be reached, which says nothing about the name. */
const isUnavailable = (answer: PromiseSettledResult<string[]>): boolean =>
  answer.status === 'rejected' && answer.reason?.code === 'ECONNREFUSED';
