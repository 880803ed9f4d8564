import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { placeOf } from '../command-context.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Connection } from '../profiles/connection.ts';
import {
  checkDestination,
  isLocal,
  keyOrigin,
  readAddress,
  requireKey,
  resolveConnection,
} from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';
import type { ProfileStore, Settings } from '../profiles/profile-store.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { Check, Diagnosis } from './diagnosis.ts';
import { check, diagnosis, failed, failedBy, ok, unknown, warning } from './diagnosis.ts';
import { checkCompletion, checkKept } from './kept-checks.ts';
import type { SandboxTools } from './sandbox-checks.ts';
import { checkSandbox, meantSandbox } from './sandbox-checks.ts';
import { checkDns, checkProxy, checkService, checkTls } from './service-checks.ts';

const OLDEST_NODE = [20, 19] as const;
const NOT_OWN = 0o077;
const WRITABLE = 0o022;

export function isNodeRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

const checkNode = (version: string): Promise<Check> =>
  check('node', () => {
    if (isNodeRecent(version)) return ok(`${version}, ${process.platform}-${process.arch}`);
    const next = 'install Node 20.19 or newer';
    return failed(`${version} is too old`, next, EXIT.usage);
  });

/** Only the owner may read the settings, because they hold keys. */
const checkStore = (path: string): Promise<Check> =>
  check('settings', async () => {
    const file = await stat(path).catch(() => undefined);
    if (!file) return ok(`${path} does not exist yet`);
    const folder = await stat(dirname(path));
    // Windows has no such bits
    if (process.platform === 'win32') return ok(path);
    if ((file.mode & NOT_OWN) !== 0)
      return warning(`${path} can be read by others`, `chmod 600 ${shellWord(path)}`);
    if ((folder.mode & WRITABLE) === 0) return ok(`${path}, for its owner only`);
    return warning(`others can write to ${dirname(path)}`, `chmod 700 ${shellWord(dirname(path))}`);
  });

const checkProfile = ({ profile }: Connection): Promise<Check> =>
  check('profile', () => (profile === undefined ? unknown('none in use') : ok(profile)));

const checkAddress = (connection: Connection, settings: Settings): Promise<Check> =>
  check('address', () => {
    const { baseUrl, apiKey } = connection;
    const url = readAddress(baseUrl);
    checkDestination(baseUrl, apiKey ?? '', settings);
    return ok(`${url.origin}${isLocal(url) ? ', on this machine' : ''}`);
  });

const checkKey = (connection: Connection): Promise<Check> =>
  check('key', () => {
    requireKey(connection);
    const { mode } = placeOf(connection);
    const origin = keyOrigin(connection);
    return ok(`from ${origin}, ${mode === undefined ? 'test or live unknown' : mode}`);
  });

/** A secret is needed only to verify deliveries. */
const checkSecret = ({ secretSource, profile }: Connection): Promise<Check> =>
  check('webhooks', () => {
    if (secretSource === undefined) return unknown('no secret; needed only to verify deliveries');
    return ok(`secret from ${secretSource === 'profile' ? `profile "${profile}"` : secretSource}`);
  });

export interface Patient {
  readonly environment: Environment;
  readonly profile: string | undefined;
  /** Throws a `CliError` if the settings cannot be read. */
  readonly openStore: () => Promise<ProfileStore>;
  readonly sandbox: SandboxTools;
  readonly version: string;
  readonly signal: AbortSignal;
}

async function checkConnection(
  patient: Patient,
  connection: Connection,
  settings: Settings,
): Promise<Check[]> {
  const { environment, signal, sandbox } = patient;
  const { proxies } = environment;
  const own = [checkProfile(connection), checkKey(connection), checkSecret(connection)];
  const address = await checkAddress(connection, settings);
  if (address.state !== 'ok') return [...(await Promise.all(own)), address];
  const url = readAddress(connection.baseUrl);
  const isProxied = !isLocal(url) && (proxies.http !== '' || proxies.https !== '');
  const noKey = check('service', () => unknown('not asked: there is no key'));
  const service = connection.apiKey
    ? checkService(connection, proxies, signal)
    : noKey.then((one) => [one]);
  const network = [checkProxy(url, proxies), checkDns(url, isProxied), checkTls(url, isProxied)];
  const near = checkSandbox(meantSandbox(connection, environment), sandbox);
  const first = await Promise.all([...own, ...network]);
  return [...first, address, ...(await near), ...(await service)];
}

/** In the order in which a person would look. */
const ORDER = [
  'node',
  'package',
  'completion',
  'settings',
  'cache',
  'profile',
  'address',
  'key',
  'webhooks',
  'sandbox',
  'port',
  'lock',
  'disk',
  'proxy',
  'DNS',
  'TLS',
  'service',
  'access',
  'subscription',
  'credits',
  'clock',
];

const ordered = (checks: readonly Check[]): Check[] =>
  [...checks].sort((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));

/** Checks the settings and their connection; unreadable settings are a failed check. */
async function readSettings(patient: Patient): Promise<Check[]> {
  let checks: Check[] = [];
  try {
    const store = await patient.openStore();
    const settings = store.read();
    checks = [await checkStore(store.path)];
    const connection = resolveConnection(patient.profile, patient.environment, settings);
    const warnings = connection.warnings.map(
      (text): Check => ({ name: 'profile', ...warning(text, 'esign auth status') }),
    );
    return [...checks, ...warnings, ...(await checkConnection(patient, connection, settings))];
  } catch (error) {
    patient.signal.throwIfAborted();
    const name = checks.length === 0 ? 'settings' : 'profile';
    return [...checks, { name, ...failedBy(error) }];
  }
}

/** Checks everything that a request needs. Changes nothing; reads one list of documents. */
export async function diagnose(patient: Patient): Promise<Diagnosis> {
  const { environment, version } = patient;
  const found = await Promise.all([
    checkNode(process.versions.node),
    check('package', () => ok(`esign ${version}`)),
    checkKept(environment),
    checkCompletion(environment, version),
    readSettings(patient),
  ]);
  return diagnosis(ordered(found.flat()));
}
