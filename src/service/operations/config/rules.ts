import { isIP } from 'node:net';
import { networks } from '../../../network/public-address.ts';
import { InvalidMailServer, readSmtpUrl } from '../../adapters/mail/smtp-url.ts';
import { paymentRules } from './payment-rules.ts';
import { readKey, UnusableFile } from './private-file.ts';
import type { Broken, Problem } from './problem.ts';
import type { Config } from './schema/schema.ts';
import type { Reading } from './toml-value.ts';
import { adviceFor, nameOf } from './validate.ts';

type Provider = NonNullable<Config['signIn']['providers']>[number];

const ID = /^[a-z0-9-]+$/;
const LOWER_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

function issuerFault(issuer: string, environment: Config['environment']): string | undefined {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
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

function signInRules({ signIn: { providers = [] }, environment }: Config): Broken[] {
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

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);

/** Rules that the schema cannot express. */
export function brokenRules(config: Config, reading: Reading): Problem[] {
  const broken = [
    ...publicUrl(config),
    ...secureHost(config),
    ...network(['http', 'trustedProxies'], config.http.trustedProxies),
    ...network(['webhooks', 'allowedNetworks'], config.webhooks.allowedNetworks),
    ...databaseUrl(config),
    ...files(config),
    ...keyRings(config),
    ...gateways(config),
    ...timestamps(config),
    ...smtp(config),
    ...paymentRules(config),
    ...signInRules(config),
  ];
  return broken.map(({ path, fault, hint }) => {
    const setting = nameOf(path, reading);
    return {
      setting,
      message: `${setting} ${fault}`,
      hint: hint ?? adviceFor(path, reading),
    };
  });
}

const parsedUrl = (text: string): URL | undefined =>
  URL.canParse(text) ? new URL(text) : undefined;

/** A name may have several addresses, and a renewed certificate would reach only the first. */
function secureHost({ http }: Config): Broken[] {
  if (!http.tls || isIP(http.host) !== 0) return [];
  return [{ path: ['http', 'host'], fault: 'must be an IP address with http.tls' }];
}

function publicUrl({ http }: Config): Broken[] {
  const path = ['http', 'publicUrl'];
  const url = parsedUrl(http.publicUrl);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [{ path, fault: 'must be an https address' }];
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return [{ path, fault: 'must begin with https://; http is for loopback addresses only' }];
  }
  if (url.origin === http.publicUrl) return [];
  return [
    {
      path,
      fault: 'must have no path, user or query, and no slash at the end',
      hint: `set it to ${url.origin}`,
    },
  ];
}

function isNetwork(text: string): boolean {
  const [net = '', bits = '', ...more] = text.split('/');
  if (isIP(net) === 0 || !/^\d+$/.test(bits) || more.length > 0 || Number(bits) === 0) return false;
  try {
    return networks([text]).rules.length > 0;
  } catch {
    return false;
  }
}

const network = (path: readonly string[], given: readonly string[]): Broken[] =>
  given
    .filter((text) => !isNetwork(text))
    .map((text) => ({ path, fault: `must hold networks such as 10.0.0.0/8, not "${text}"` }));

function databaseUrl({ database }: Config): Broken[] {
  const protocol = parsedUrl(database.url)?.protocol ?? '';
  if (/^postgres(ql)?:$/.test(protocol)) return [];
  return [
    { path: ['database', 'url'], fault: 'must be postgresql://USER:PASSWORD@HOST:PORT/DATABASE' },
  ];
}

function files({ files: { folder, s3 } }: Config): Broken[] {
  const path = ['files', 'folder'];
  if (s3 && folder !== undefined) {
    return [{ path, fault: 'and files.s3 are both set', hint: 'remove one of them' }];
  }
  return folder === undefined && !s3 ? [{ path, fault: 'is missing' }] : [];
}

function keyRings({ keys }: Config): Broken[] {
  const broken: Broken[] = [];
  const seen = new Map<string, string>();
  for (const ring of ['links', 'sealing'] as const) {
    keys[ring].forEach(({ file }, index) => {
      const path = ['keys', ring, String(index), 'file'];
      try {
        const text = readKey(file).toString('hex');
        const before = seen.get(text);
        seen.set(text, file);
        if (before !== undefined) {
          const fault = `holds the same key as ${before}`;
          broken.push({ path, fault, hint: 'name a file of its own, with another key' });
        }
      } catch (error) {
        if (!(error instanceof UnusableFile)) throw error;
        broken.push({ path, fault: `cannot be used: ${error.message}`, hint: error.hint });
      }
    });
  }
  return broken;
}

function gateways({ gateways: list, environment }: Config): Broken[] {
  const insecure = list.flatMap(({ action }, index): Broken[] => {
    const protocol = parsedUrl(action)?.protocol;
    const isFine = protocol === 'https:' || (environment === 'test' && protocol === 'http:');
    return isFine
      ? []
      : [{ path: ['gateways', String(index), 'action'], fault: 'must begin with https://' }];
  });
  const double = list.flatMap(({ id }, index): Broken[] => {
    const before = list.findIndex((one) => one.id === id);
    const fault = `is the id of gateways[${before}] too`;
    const path = ['gateways', String(index), 'id'];
    return before === index ? [] : [{ path, fault, hint: 'give it an id of its own' }];
  });
  return [...double, ...insecure];
}

function timestamps({ timestamps: { policy, authorities } }: Config): Broken[] {
  const path = ['timestamps', 'authorities'];
  const broken = authorities.flatMap(({ url }, index): Broken[] =>
    /^https?:$/.test(parsedUrl(url)?.protocol ?? '')
      ? []
      : [{ path: [...path, String(index), 'url'], fault: 'must be an http or https address' }],
  );
  if (policy === 'off' || authorities.length > 0) return broken;
  const fault = `is missing, while timestamps.policy is "${policy}"`;
  return [
    { path, fault, hint: 'add [[timestamps.authorities]], or set timestamps.policy = "off"' },
  ];
}

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

function smtp({ smtp: { url, from, bounceDomain } }: Config): Broken[] {
  const broken: Broken[] = ADDRESS.test(from)
    ? []
    : [{ path: ['smtp', 'from'], fault: `must be a mail address, not "${from}"` }];
  if (bounceDomain !== undefined && !DOMAIN.test(bounceDomain)) {
    const fault = `must be a domain, not "${bounceDomain}"`;
    broken.push({ path: ['smtp', 'bounceDomain'], fault });
  }
  try {
    readSmtpUrl(url);
  } catch (error) {
    if (!(error instanceof InvalidMailServer)) throw error;
    const fault = `is not valid. ${error.message}`.replace(/\.$/, '');
    broken.push({ path: ['smtp', 'url'], fault });
  }
  return broken;
}
