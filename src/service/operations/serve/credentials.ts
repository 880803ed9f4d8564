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

/** Reads files by their settings. What cannot be used is left out, and added to `problems`. */
function openReader(nameOf: LoadedConfig['nameOf']) {
  const problems: Problem[] = [];
  const attempt = <Content>(path: readonly string[], read: () => Content): Content | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      const setting = nameOf(path);
      problems.push({ setting, message: `${setting}: ${error.message}`, hint: error.hint });
      return undefined;
    }
  };
  const certificates = (path: readonly string[], file: string | undefined): X509Certificate[] =>
    file === undefined ? [] : (attempt(path, () => certificatesIn(file)) ?? []);
  const privateKey = (path: readonly string[], file: string) =>
    attempt(path, () => privateKeyIn(file));
  return { problems, certificates, privateKey };
}

type Reader = ReturnType<typeof openReader>;

const pairOf = (
  [certificate]: readonly X509Certificate[],
  privateKey: KeyObject | undefined,
): KeyPair | undefined => certificate && privateKey && { certificate, privateKey };

function readTls({ http: { tls } }: Config, reader: Reader): ChainedPair | undefined {
  if (tls === undefined) return undefined;
  const all = reader.certificates(['http', 'tls', 'certificate'], tls.certificate);
  const pair = pairOf(all, reader.privateKey(['http', 'tls', 'key'], tls.key));
  return pair && { ...pair, chain: all.slice(1) };
}

function readSeals({ seals }: Config, { certificates, privateKey }: Reader): ChainedPair[] {
  return seals.flatMap(({ certificate, key, chain }, index) => {
    const at = (name: string) => ['seals', String(index), name];
    const own = certificates(at('certificate'), certificate);
    const pair = pairOf(own, privateKey(at('key'), key));
    const above = certificates(at('chain'), chain);
    return pair ? [{ ...pair, chain: above }] : [];
  });
}

function readGateways({ gateways }: Config, reader: Reader): GatewayCredentials[] {
  return gateways.flatMap((settings, index) => {
    const path = ['gateways', String(index)];
    const own = (name: 'aspCertificate' | 'espCertificates' | 'roots' | 'chain') =>
      reader.certificates([...path, name], settings[name]);
    const asp = pairOf(
      own('aspCertificate'),
      reader.privateKey([...path, 'aspKey'], settings.aspKey),
    );
    const [espCertificates, roots, chain] = [own('espCertificates'), own('roots'), own('chain')];
    return asp ? [{ settings, path, asp, espCertificates, roots, chain }] : [];
  });
}

/** @throws {ConfigRefused} with every file that cannot be used */
export function readCredentials({ config, nameOf }: LoadedConfig): Credentials {
  const reader = openReader(nameOf);
  const tls = readTls(config, reader);
  const seals = readSeals(config, reader);
  const [first, ...others] = readGateways(config, reader);
  const timestamps = config.timestamps.authorities.map(({ roots, chain }, index) => {
    const at = (name: string) => ['timestamps', 'authorities', String(index), name];
    const trusted = reader.certificates(at('roots'), roots);
    return { roots: trusted, chain: reader.certificates(at('chain'), chain) };
  });
  if (reader.problems.length > 0) throw new ConfigRefused(reader.problems);
  if (first === undefined) throw new RangeError('The configuration has no gateway.');
  const { links, sealing } = config.keys;
  const keys = { links: ring(links), sealing: ring(sealing) };
  return { keys, tls, seals, gateways: [first, ...others], timestamps };
}
