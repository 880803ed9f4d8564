import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readSecretFromStdin } from '../input/read-stdin.ts';
import { cannotAsk } from '../terminal/interactive.ts';
import { askSecret, askText } from '../terminal/prompts.ts';
import { checkDestination, readAddress } from './connection.ts';
import type { Environment, Profile } from './profile.ts';
import type { ProfileStore, Settings } from './profile-store.ts';
import { checkProfileName, withProfile } from './profile-store.ts';

/** The profile that a login makes when none is named. */
const DEFAULT_PROFILE = 'default';

/** Throws a `CliError` (exit 2) while ESIGN_API_KEY is set: it would outrank the key that is about to be kept. */
function refuseWhileKeySet({ apiKey }: Environment): void {
  if (apiKey === undefined) return;
  throw new CliError({
    code: 'key_in_environment',
    what: 'ESIGN_API_KEY is set, and outranks any key that is kept',
    next: 'unset ESIGN_API_KEY',
    exitCode: EXIT.usage,
  });
}

/** A key of the sandbox or of tests by its name; `live` for any other. */
export function keyMode(key: string): 'test' | 'live' {
  return /^[a-z]+_test_/.test(key) ? 'test' : 'live';
}

/** A profile with a new key for an address; what belonged to another address is dropped. */
function loggedIn(before: Profile | undefined, baseUrl: string, apiKey: string): Profile {
  const isSame = before && readAddress(before.baseUrl).origin === readAddress(baseUrl).origin;
  const allowed = before?.allowedRecipients && { allowedRecipients: before.allowedRecipients };
  return { ...(isSame && before), ...allowed, baseUrl, apiKey };
}

/** What a login is told, and whom it may ask. */
export interface LoginContext {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
}

/** The flags of a login. */
export interface LoginFlags {
  readonly profile?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly 'with-key': boolean;
}

/** A key for an address, and the profile that is to keep it. */
export interface Login {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Gathers a login: the profile named, the current one or `default`; the address of the flag, the environment or the
 * profile, asked for when none is known; the key from stdin or a hidden prompt. Throws a `CliError` (exit 2) for what is
 * missing where nobody can be asked, and for a key that may not go to the address.
 */
export async function readLogin(flags: LoginFlags, context: LoginContext): Promise<Login> {
  const { settings, environment } = context;
  refuseWhileKeySet(environment);
  const name = checkProfileName(flags.profile ?? settings.current ?? DEFAULT_PROFILE);
  const known = flags['base-url'] ?? environment.baseUrl ?? settings.profiles[name]?.baseUrl;
  const address = readAddress(known ?? (await askAddress(context)));
  const baseUrl = address.href.replace(/\/$/, '');
  const apiKey = await readKey(flags['with-key'], context);
  checkDestination(baseUrl, apiKey, settings);
  return { name, baseUrl, apiKey };
}

/** Keeps an accepted login in its profile and answers the settings as they are then. */
export function keepLogin(store: ProfileStore, { name, baseUrl, apiKey }: Login): Settings {
  const settings = store.read();
  const kept = withProfile(settings, name, loggedIn(settings.profiles[name], baseUrl, apiKey));
  store.write(kept);
  return kept;
}

async function readKey(isPiped: boolean, { mayAsk, signal }: LoginContext): Promise<string> {
  if (isPiped) return readSecretFromStdin('the key');
  if (mayAsk) return askSecret('API key', signal);
  throw cannotAsk('the key is missing', 'pipe it: … | esign auth login --with-key');
}

async function askAddress({ mayAsk, signal }: LoginContext): Promise<string> {
  if (!mayAsk) throw cannotAsk('the address of the service is missing', 'pass --base-url');
  const problemOf = (text: string) =>
    URL.canParse(text) ? undefined : 'an address such as https://esign.example.com';
  return askText('Address of the service', { problemOf }, signal);
}
