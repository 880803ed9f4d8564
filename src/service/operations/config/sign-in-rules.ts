import { parseUrl } from '../../../contract/parse-url.ts';
import type { Broken } from './problem.ts';
import type { Config } from './schema/schema.ts';

export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);

type Provider = NonNullable<Config['signIn']['providers']>[number];

const ID = /^[a-z0-9-]+$/;
const LOWER_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

function issuerFault(issuer: string, environment: Config['environment']): string | undefined {
  const url = parseUrl(issuer);
  if (url?.protocol === 'https:') return url.search || url.hash ? 'must have no query' : undefined;
  if (url?.protocol !== 'http:') return 'must be an https address';
  if (environment === 'test' && isLoopback(url)) return undefined;
  return 'must begin with https://; http is for loopback addresses while environment is "test"';
}

function idFault({ id }: Provider, index: number, all: readonly Provider[]): string | undefined {
  if (!ID.test(id)) return `must have small letters, digits and hyphens only, not "${id}"`;
  const before = all.findIndex((one) => one.id === id);
  return before === index ? undefined : `is the id of sign_in.providers[${before}] too`;
}

function domainsFault(
  { domains }: Provider,
  index: number,
  all: readonly Provider[],
): string | undefined {
  if (domains.length === 0) return 'is missing: nobody could sign in';
  const wrong = domains.find((domain) => !LOWER_DOMAIN.test(domain));
  if (wrong !== undefined) return `must hold domains in lower case, not "${wrong}"`;
  const owner = (domain: string) => all.findIndex((one) => one.domains.includes(domain));
  const taken = domains.find((domain) => owner(domain) !== index);
  if (taken === undefined) return undefined;
  return `has "${taken}", which is in sign_in.providers[${owner(taken)}] too`;
}

export function signInRules({ signIn: { providers = [] }, environment }: Config): Broken[] {
  return providers.flatMap((provider, index) => {
    const faults = {
      id: idFault(provider, index, providers),
      issuer: issuerFault(provider.issuer, environment),
      domains: domainsFault(provider, index, providers),
    };
    return Object.entries(faults).flatMap(([name, fault]): Broken[] =>
      fault === undefined
        ? []
        : [{ path: ['signIn', 'providers', String(index), name], fault, hint: 'correct it' }],
    );
  });
}
