import { isIP } from 'node:net';
import { parseUrl } from '../../../contract/parse-url.ts';
import { networks } from '../../../network/public-address.ts';
import { addressIn, InvalidMailServer, readSmtpUrl } from '../../adapters/mail/smtp-url.ts';
import { isLoopback, paymentRules, signInRules } from './accounts-rules.ts';
import { readKey, UnusableFile } from './private-file.ts';
import type { Broken, Problem, Reading } from './problem.ts';
import type { Config } from './schema/schema.ts';
import { adviceFor, nameOf } from './validate.ts';

/** Each with the settings that it reads. */
const RULES: ReadonlyArray<readonly [(config: Config) => Broken[], ...string[]]> = [
  [({ http }) => baseUrl(['http', 'publicUrl'], http.publicUrl), 'http.publicUrl'],
  [
    ({ http }) =>
      http.formerUrls.flatMap((url, index) => baseUrl(['http', 'formerUrls', String(index)], url)),
    'http.formerUrls',
  ],
  [secureHost, 'http.tls', 'http.host'],
  [ports, 'http.host', 'http.port', 'metrics'],
  [({ http }) => network(['http', 'trustedProxies'], http.trustedProxies), 'http.trustedProxies'],
  [
    ({ webhooks }) => network(['webhooks', 'allowedNetworks'], webhooks.allowedNetworks),
    'webhooks.allowedNetworks',
  ],
  [databaseUrl, 'database.url'],
  [files, 'files'],
  [keyRings, 'keys'],
  [gateways, 'gateways', 'environment'],
  [timestamps, 'timestamps'],
  [smtpUrl, 'smtp.url'],
  [smtpAddresses, 'smtp.from', 'smtp.bounceDomain'],
  [paymentRules, 'payments', 'environment'],
  [signInRules, 'signIn', 'environment'],
];

const isWithin = (path: string, table: string): boolean =>
  path === table || path.startsWith(`${table}.`);

/** Rules that the schema cannot express, about settings that are not `faulty` already. */
export function brokenRules(
  config: Config,
  reading: Reading,
  faulty: ReadonlySet<string>,
): Problem[] {
  const isReadable = (setting: string) =>
    [...faulty].every((one) => !isWithin(one, setting) && !isWithin(setting, one));
  const broken = RULES.flatMap(([rule, ...settings]) =>
    settings.every(isReadable) ? rule(config) : [],
  );
  return broken.map(({ path, fault, hint }) => {
    const setting = nameOf(path, reading);
    return {
      setting,
      message: `${setting} ${fault}`,
      hint: hint ?? adviceFor(path, reading),
    };
  });
}

/** A name may have several addresses, and a renewed certificate would reach only the first. */
function secureHost({ http }: Config): Broken[] {
  if (!http.tls || isIP(http.host) !== 0) return [];
  return [{ path: ['http', 'host'], fault: 'must be an IP address with http.tls' }];
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

function ports({ http, metrics }: Config): Broken[] {
  const isShared =
    http.host === metrics.host || isEverywhere(http.host) || isEverywhere(metrics.host);
  if (metrics.port === 0 || metrics.port !== http.port || !isShared) return [];
  const fault = `is http.port too: ${metrics.port}`;
  return [{ path: ['metrics', 'port'], fault, hint: 'set metrics.port to another port' }];
}

function baseUrl(path: readonly string[], given: string): Broken[] {
  const url = parseUrl(given);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [{ path, fault: 'must be an https address' }];
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return [{ path, fault: 'must begin with https://; http is for loopback addresses only' }];
  }
  if (url.origin === given) return [];
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
  const protocol = parseUrl(database.url)?.protocol ?? '';
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
    const protocol = parseUrl(action)?.protocol;
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
    /^https?:$/.test(parseUrl(url)?.protocol ?? '')
      ? []
      : [{ path: [...path, String(index), 'url'], fault: 'must be an http or https address' }],
  );
  if (policy === 'off' || authorities.length > 0) return broken;
  const fault = `is missing, while timestamps.policy is "${policy}"`;
  return [
    { path, fault, hint: 'add [[timestamps.authorities]], or set timestamps.policy = "off"' },
  ];
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

function smtpAddresses({ smtp: { from, bounceDomain } }: Config): Broken[] {
  const broken: Broken[] = addressIn(from)
    ? []
    : [{ path: ['smtp', 'from'], fault: `must be a mail address, not "${from}"` }];
  if (bounceDomain !== undefined && !DOMAIN.test(bounceDomain)) {
    const fault = `must be a domain, not "${bounceDomain}"`;
    broken.push({ path: ['smtp', 'bounceDomain'], fault });
  }
  return broken;
}

function smtpUrl({ smtp: { url } }: Config): Broken[] {
  try {
    readSmtpUrl(url);
  } catch (error) {
    if (!(error instanceof InvalidMailServer)) throw error;
    const fault = `is not valid. ${error.message}`.replace(/\.$/, '');
    return [{ path: ['smtp', 'url'], fault }];
  }
  return [];
}
