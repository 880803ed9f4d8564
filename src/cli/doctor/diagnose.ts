import type { Connection } from '../profiles/connection.ts';
import { isLocal, readAddress, resolveConnection } from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';
import type { ProfileStore, Settings } from '../profiles/profile-store.ts';
import type { Check, Diagnosis } from './check.ts';
import { check, diagnosis, failedBy, ok, unknown, warning } from './check.ts';
import { checkCompletion, checkKept } from './kept-checks.ts';
import {
  checkAddress,
  checkKey,
  checkNode,
  checkProfile,
  checkSecret,
  checkStore,
} from './local-checks.ts';
import { meantSandbox } from './meant-sandbox.ts';
import { checkDns, checkProxy, checkTls } from './network-checks.ts';
import type { SandboxTools } from './sandbox-checks.ts';
import { checkSandbox } from './sandbox-checks.ts';
import { checkService } from './service-checks.ts';

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
