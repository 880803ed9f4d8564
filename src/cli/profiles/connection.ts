import { isHttp, LOOPBACK } from '../../client/http/base-url.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { RecipientAllowList } from '../signers/recipient-allow-list.ts';
import type { Environment, Profile } from './profile.ts';
import { DEFAULT_BASE_URL } from './profile.ts';
import type { Settings } from './profile-store.ts';
import { namedProfile } from './profile-store.ts';

export interface Connection {
  readonly profile: string | undefined;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly keySource: 'ESIGN_API_KEY' | 'profile' | undefined;
  /** The profile has a key, too, which is not used. */
  readonly isKeyOverridden: boolean;
  readonly dataDir: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly secretSource: 'ESIGN_WEBHOOK_SECRET' | 'profile' | undefined;
  readonly warnings: readonly string[];
  /** The profile's allow-list, whatever key and address are used; undefined allows anybody. */
  readonly recipients: RecipientAllowList | undefined;
}

/** Throws a `CliError` (exit 2) unless the address is http(s). */
export function readAddress(text: string): URL {
  const url = parseUrl(text);
  if (url && isHttp(url)) return url;
  throw new CliError({
    code: 'invalid_base_url',
    what: `"${text}" is not the address of a service`,
    why: 'an address starts with https:// (or http:// on this machine)',
    exitCode: EXIT.usage,
  });
}

export const isLocal = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** Precedence: flag, environment, profile, default. */
export function resolveConnection(
  flag: string | undefined,
  environment: Environment,
  settings: Settings,
): Connection {
  const name = flag ?? environment.profile ?? settings.current;
  const profile = name === undefined ? undefined : namedProfile(settings, name);
  const isNamed = flag !== undefined;
  const said: Partial<Environment> = isNamed ? {} : environment;
  const apiKey = said.apiKey ?? profile?.apiKey;
  const webhookSecret = said.webhookSecret ?? profile?.webhookSecret;
  const connection: Connection = {
    profile: name,
    baseUrl: said.baseUrl ?? profile?.baseUrl ?? DEFAULT_BASE_URL,
    apiKey,
    keySource: sourceOf(apiKey, said.apiKey, 'ESIGN_API_KEY'),
    isKeyOverridden: said.apiKey !== undefined && profile?.apiKey !== undefined,
    dataDir: profile?.dataDir,
    webhookSecret,
    secretSource: sourceOf(webhookSecret, said.webhookSecret, 'ESIGN_WEBHOOK_SECRET'),
    warnings: isNamed ? ignored(flag, environment) : missingAddress(name, environment),
    recipients: allowListOf(name, profile),
  };
  if (said.apiKey === undefined && profile) checkBound(connection, profile.baseUrl);
  return connection;
}

function allowListOf(
  name: string | undefined,
  profile: Profile | undefined,
): RecipientAllowList | undefined {
  if (name === undefined || !profile?.allowedRecipients) return undefined;
  return { profile: name, patterns: profile.allowedRecipients };
}

function sourceOf<Variable extends string>(
  value: string | undefined,
  said: string | undefined,
  variable: Variable,
): Variable | 'profile' | undefined {
  if (said !== undefined) return variable;
  return value === undefined ? undefined : 'profile';
}

/** In CI nobody notices that a command uses the default address, where no sandbox may run. */
function missingAddress(profile: string | undefined, { isCi, baseUrl }: Environment): string[] {
  if (!isCi || baseUrl !== undefined || profile !== undefined) return [];
  return [`ESIGN_BASE_URL is not set; using ${DEFAULT_BASE_URL}`];
}

const VARIABLES = {
  apiKey: 'ESIGN_API_KEY',
  baseUrl: 'ESIGN_BASE_URL',
  webhookSecret: 'ESIGN_WEBHOOK_SECRET',
} as const;

function ignored(flag: string, environment: Environment): string[] {
  const keys = ['apiKey', 'baseUrl', 'webhookSecret'] as const;
  const names = keys.filter((key) => environment[key] !== undefined).map((key) => VARIABLES[key]);
  if (names.length === 0) return [];
  return [`${names.join(' and ')} ignored because of --profile ${flag}`];
}

/** A key is only sent to the address it was saved for. */
function checkBound({ apiKey, baseUrl, profile }: Connection, home: string): void {
  if (apiKey === undefined || readAddress(baseUrl).origin === readAddress(home).origin) return;
  throw new CliError({
    code: 'key_bound_to_base_url',
    what: `the key of profile "${profile}" is not sent to ${readAddress(baseUrl).host}`,
    why: `it was saved for ${readAddress(home).host}, but ESIGN_BASE_URL names another address`,
    next: 'also set ESIGN_API_KEY, or select a profile for that address with --profile',
    exitCode: EXIT.usage,
  });
}

/** Throws a `CliError` (exit 2) for a key over plain http, or a sandbox's key off this machine. */
export function checkDestination(baseUrl: string, apiKey: string, settings: Settings): void {
  const url = readAddress(baseUrl);
  if (isLocal(url)) return;
  if (url.protocol === 'http:') {
    throw new CliError({
      code: 'insecure_base_url',
      what: `the API key is not sent to ${url.host}`,
      why: 'the address starts with http://, so anyone on the network could read the key',
      next: 'use an https:// address',
      exitCode: EXIT.usage,
    });
  }
  const ofSandbox = Object.values(settings.profiles).some(
    (profile) => profile.dataDir !== undefined && profile.apiKey === apiKey,
  );
  if (!ofSandbox) return;
  throw new CliError({
    code: 'sandbox_key',
    what: `the sandbox's key is not sent to ${url.host}`,
    why: 'the key of a sandbox only works on this machine',
    next: `esign auth login --base-url ${url.origin}`,
    exitCode: EXIT.usage,
  });
}

/** The origin of a connection's key, for messages; undefined without a key. */
export function keyOrigin({
  keySource,
  profile,
}: Pick<Connection, 'keySource' | 'profile'>): string | undefined {
  return keySource === 'profile' ? `profile "${profile}"` : keySource;
}

/** Throws a `CliError` (exit 4) without a key. */
export function requireKey({ apiKey, profile, baseUrl }: Connection): string {
  if (apiKey !== undefined) return apiKey;
  const of = profile === undefined ? '' : ` in profile "${profile}"`;
  throw new CliError({
    code: 'no_key',
    what: `there is no API key${of} for ${baseUrl}`,
    why:
      profile === undefined
        ? 'ESIGN_API_KEY is not set, and you have not logged in'
        : 'the profile holds no key, and none is taken from ESIGN_API_KEY',
    next: 'to use a service: esign auth login; to run one on this machine: esign sandbox start',
    exitCode: EXIT.noAccess,
  });
}
