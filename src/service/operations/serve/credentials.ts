import type { KeyObject } from 'node:crypto';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { DatabaseKeys } from '../../open-database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { readKey, readPrivateFile, readSetFile, UnusableFile } from '../config/private-file.ts';
import type { Problem } from '../config/problem.ts';
import { ConfigRefused } from '../config/problem.ts';
import type { Config } from '../config/schema/schema.ts';

/** A configuration with the contents of its files. */
export interface Deployment extends LoadedConfig {
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly release: string;
}

export interface KeyPair {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

/** A gateway's settings with the contents of its files. */
export interface GatewayCredentials {
  readonly settings: Config['gateways'][number];
  readonly path: readonly string[];
  readonly asp: KeyPair;
  readonly espCertificates: readonly X509Certificate[];
  readonly roots: readonly X509Certificate[];
  readonly chain: readonly X509Certificate[];
}

/** With the issuing certificates. */
type ChainedPair = KeyPair & { readonly chain: readonly X509Certificate[] };

/** Contents of the files that a configuration names. */
export interface Credentials {
  readonly keys: DatabaseKeys;
  /** Undefined if the service speaks HTTP. */
  readonly tls: ChainedPair | undefined;
  readonly seals: readonly ChainedPair[];
  readonly gateways: readonly [GatewayCredentials, ...GatewayCredentials[]];
  /** In the order of the configuration. */
  readonly timestamps: readonly {
    readonly roots: readonly X509Certificate[];
    readonly chain: readonly X509Certificate[];
  }[];
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function certificatesIn(file: string): X509Certificate[] {
  const blocks = readSetFile(file).toString('latin1').match(CERTIFICATES) ?? [];
  try {
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block));
  } catch {
    // Reported below, without the library's words.
  }
  throw new UnusableFile(`${file} has no certificates in PEM`, `openssl x509 -noout -in ${file}`);
}

function privateKeyIn(file: string): KeyObject {
  const content = readPrivateFile(file);
  try {
    return createPrivateKey(content);
  } catch {
    const fault = `${file} has no private key in PEM without a passphrase`;
    throw new UnusableFile(fault, `openssl pkey -noout -in ${file}`);
  }
}

/** The schema requires at least one key of each kind. */
function ring(files: Config['keys']['links']): DatabaseKeys['links'] {
  const [newest, ...former] = files.map(({ file }) => readKey(file));
  if (newest === undefined) throw new RangeError('The configuration has no key.');
  return [newest, ...former];
}

const pair = (certificate: string, key: string): KeyPair => {
  const [first] = certificatesIn(certificate);
  if (first === undefined)
    throw new UnusableFile(`${certificate} is empty`, `ls -l ${certificate}`);
  return { certificate: first, privateKey: privateKeyIn(key) };
};

function tlsIn({ http: { tls } }: Config): ChainedPair | undefined {
  if (tls === undefined) return undefined;
  const [, ...chain] = certificatesIn(tls.certificate);
  return { ...pair(tls.certificate, tls.key), chain };
}

/** The schema requires at least one gateway. */
function gatewaysIn(config: Config): Credentials['gateways'] {
  const [first, ...others] = config.gateways.map((settings, index) => ({
    settings,
    path: ['gateways', String(index)],
    asp: pair(settings.aspCertificate, settings.aspKey),
    espCertificates: certificatesIn(settings.espCertificates),
    roots: certificatesIn(settings.roots),
    chain: optional(settings.chain),
  }));
  if (first === undefined) throw new RangeError('The configuration has no gateway.');
  return [first, ...others];
}

const optional = (file: string | undefined): X509Certificate[] =>
  file === undefined ? [] : certificatesIn(file);

/** Every file by its path in the configuration, with its reader. */
function* filesOf(config: Config): Generator<readonly [path: string, read: () => unknown]> {
  const { seals, timestamps } = config;
  const { tls } = config.http;
  if (tls) {
    yield ['http.tls.certificate', () => certificatesIn(tls.certificate)];
    yield ['http.tls.key', () => privateKeyIn(tls.key)];
  }
  for (const [index, { certificate, key, chain }] of seals.entries()) {
    yield [`seals.${index}.certificate`, () => certificatesIn(certificate)];
    yield [`seals.${index}.key`, () => privateKeyIn(key)];
    yield [`seals.${index}.chain`, () => certificatesIn(chain)];
  }
  for (const [index, gateway] of config.gateways.entries()) {
    yield [`gateways.${index}.aspKey`, () => privateKeyIn(gateway.aspKey)];
    for (const name of ['aspCertificate', 'espCertificates', 'roots', 'chain'] as const) {
      yield [`gateways.${index}.${name}`, () => optional(gateway[name])];
    }
  }
  for (const [index, authority] of timestamps.authorities.entries()) {
    for (const name of ['roots', 'chain'] as const) {
      yield [`timestamps.authorities.${index}.${name}`, () => optional(authority[name])];
    }
  }
}

/** @throws {ConfigRefused} with every file that cannot be used */
export function readCredentials({ config, nameOf }: LoadedConfig): Credentials {
  const problems = [...filesOf(config)].flatMap(([path, read]): Problem[] => {
    try {
      read();
      return [];
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      const setting = nameOf(path.split('.'));
      return [{ setting, message: `${setting}: ${error.message}`, hint: error.hint }];
    }
  });
  if (problems.length > 0) throw new ConfigRefused(problems);
  const { keys, seals, timestamps } = config;
  return {
    keys: { links: ring(keys.links), sealing: ring(keys.sealing) },
    tls: tlsIn(config),
    seals: seals.map(({ certificate, key, chain }) => {
      return { ...pair(certificate, key), chain: certificatesIn(chain) };
    }),
    gateways: gatewaysIn(config),
    timestamps: timestamps.authorities.map(({ roots, chain }) => {
      return { roots: certificatesIn(roots), chain: optional(chain) };
    }),
  };
}
