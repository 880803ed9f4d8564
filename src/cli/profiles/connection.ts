import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { RecipientAllowList } from '../signers/recipient-allow-list.ts';
import type { Environment, Profile } from './profile.ts';
import { DEFAULT_BASE_URL } from './profile.ts';
import type { Settings } from './profile-store.ts';
import { namedProfile } from './profile-store.ts';

/** Which deployment a command speaks to, and with which key. */
export interface Connection {
  readonly profile: string | undefined;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly keySource: 'ESIGN_API_KEY' | 'profile' | undefined;
  readonly dataDir: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly secretSource: 'ESIGN_WEBHOOK_SECRET' | 'profile' | undefined;
  readonly warnings: readonly string[];
  /** Recipient allow-list of the profile, whatever key and address are used; undefined allows anybody. */
  readonly recipients: RecipientAllowList | undefined;
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The address as a URL. Throws a `CliError` (exit 2) for what is no http(s) address. */
export function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw new CliError({
    code: 'invalid_base_url',
    what: `"${text}" is no address of a service`,
    why: 'an address begins with https:// (or http:// on this machine)',
    exitCode: EXIT.usage,
  });
}

/** True for addresses that never leave this machine. */
export const isLocal = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** The settings by the precedence flag, environment, profile, default; says what it leaves aside. */
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
    dataDir: profile?.dataDir,
    webhookSecret,
    secretSource: sourceOf(webhookSecret, said.webhookSecret, 'ESIGN_WEBHOOK_SECRET'),
    warnings: isNamed ? leftAside(flag, environment) : [],
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

const OUTRANKED = {
  apiKey: 'ESIGN_API_KEY',
  baseUrl: 'ESIGN_BASE_URL',
  webhookSecret: 'ESIGN_WEBHOOK_SECRET',
} as const;

function leftAside(flag: string, environment: Environment): string[] {
  const keys = ['apiKey', 'baseUrl', 'webhookSecret'] as const;
  const names = keys.filter((key) => environment[key] !== undefined).map((key) => OUTRANKED[key]);
  if (names.length === 0) return [];
  return [`${names.join(' and ')} left aside: --profile ${flag} was named`];
}

/** A key belongs to the address that it was kept with. */
function checkBound({ apiKey, baseUrl, profile }: Connection, home: string): void {
  if (apiKey === undefined || readAddress(baseUrl).origin === readAddress(home).origin) return;
  throw new CliError({
    code: 'key_bound_to_base_url',
    what: `the key of profile "${profile}" is not sent to ${readAddress(baseUrl).host}`,
    why: `it was kept for ${readAddress(home).host}, and ESIGN_BASE_URL names another address`,
    next: 'set ESIGN_API_KEY too, or name a profile of that address with --profile',
    exitCode: EXIT.usage,
  });
}

/**
 * Says where a key may go: never over plain http but to this machine, and a sandbox's key only to this machine. Throws a
 * `CliError` (exit 2); nothing was sent.
 */
export function checkDestination(baseUrl: string, apiKey: string, settings: Settings): void {
  const url = readAddress(baseUrl);
  if (isLocal(url)) return;
  if (url.protocol === 'http:') {
    throw new CliError({
      code: 'insecure_base_url',
      what: `the API key is not sent to ${url.host}`,
      why: 'the address begins with http://, so that anyone on the way could read the key',
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
    why: 'the key of a sandbox works, and goes, nowhere but on this machine',
    next: `esign auth login --base-url ${url.origin}`,
    exitCode: EXIT.usage,
  });
}

/** The key of a connection. Throws a `CliError` (exit 4) when there is none. */
export function requireKey({ apiKey, profile, baseUrl }: Connection): string {
  if (apiKey !== undefined) return apiKey;
  const of = profile === undefined ? '' : ` in profile "${profile}"`;
  throw new CliError({
    code: 'no_key',
    what: `there is no API key${of} for ${baseUrl}`,
    why: 'ESIGN_API_KEY is not set, and nobody has logged in',
    next: isLocal(readAddress(baseUrl)) ? 'esign sandbox start' : 'esign auth login',
    exitCode: EXIT.noAccess,
  });
}
