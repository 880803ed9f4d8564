import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { FindAddresses } from './public-address.ts';

/** As programs of this machine find a name: its hosts file too. */
export const findLocally: FindAddresses = (host) => lookup(host, { all: true });

const ANSWER_MS = 2000;
const TRIES = 2;
/** The resolver of this machine does not answer: nothing was learnt of the name. */
const UNAVAILABLE = 'ECONNREFUSED';

/**
 * Finds names by DNS alone. The lookup of the system takes a thread of the four that files share, for as long as
 * somebody's name server keeps silent: a few such endpoints would hold up the whole process. `servers` are the
 * machine's own unless told.
 */
export function findByDns(servers?: readonly string[]): FindAddresses {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)];
    if (found.length > 0) return found;
    throw Object.assign(new Error(`${host} has no address`), { code: reasonOf([four, six]) });
  };
}

type Answer = PromiseSettledResult<string[]>;

function addressesOf(answer: Answer, family: 4 | 6): LookupAddress[] {
  if (answer.status === 'rejected') return [];
  return answer.value.map((address) => ({ address, family }));
}

function reasonOf(answers: readonly Answer[]): string {
  const isUnavailable = answers.every(
    (answer) => answer.status === 'rejected' && answer.reason?.code === UNAVAILABLE,
  );
  return isUnavailable ? 'dns_unavailable' : 'dns_error';
}
