import { parseUrl } from '../../contract/parse-url.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readSecretFromStdin } from '../input/read-input-file.ts';
import { cannotAsk } from '../terminal/interactive.ts';
import { askSecret, askText } from '../terminal/prompts.ts';
import { changeProfile } from './change-profile.ts';
import { checkDestination, readAddress } from './connection.ts';
import type { Environment } from './profile.ts';
import type { ProfileStore, Settings } from './profile-store.ts';
import { checkProfileName, withProfile } from './profile-store.ts';

const DEFAULT_PROFILE = 'default';

/** Throws a `CliError` (exit 2) if ESIGN_API_KEY is set, because it overrides the saved key. */
function refuseWhileKeySet({ apiKey }: Environment): void {
  if (apiKey === undefined) return;
  throw new CliError({
    code: 'key_in_environment',
    what: 'ESIGN_API_KEY is set, and overrides any saved key',
    next: 'unset ESIGN_API_KEY',
    exitCode: EXIT.usage,
  });
}

export function keyMode(key: string): 'test' | 'live' {
  return /^[a-z]+_test_/.test(key) ? 'test' : 'live';
}

export interface LoginContext {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
}

export interface LoginFlags {
  readonly profile?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly 'with-key': boolean;
}

/**
 * Takes missing parts from the current profile, the environment or prompts. Throws a `CliError`
 * (exit 2) if something is missing without a terminal, or the key must not be sent to the address.
 */
export async function readLogin(flags: LoginFlags, context: LoginContext) {
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

type Login = Awaited<ReturnType<typeof readLogin>>;

export async function keepLogin(
  store: ProfileStore,
  { name, baseUrl, apiKey }: Login,
): Promise<Settings> {
  const { after } = await store.change((settings) =>
    withProfile(settings, name, changeProfile(name, settings.profiles[name], { baseUrl, apiKey })),
  );
  return after;
}

async function readKey(isPiped: boolean, { mayAsk, signal }: LoginContext): Promise<string> {
  if (isPiped) return readSecretFromStdin('the key');
  if (mayAsk) return askSecret('API key', signal);
  throw cannotAsk('the key is missing', 'pipe it: … | esign auth login --with-key');
}

async function askAddress({ mayAsk, signal }: LoginContext): Promise<string> {
  if (!mayAsk) throw cannotAsk('the address of the service is missing', 'pass --base-url');
  const problemOf = (text: string) =>
    parseUrl(text) ? undefined : 'an address such as https://esign.example.com';
  return askText('Address of the service', { problemOf }, signal);
}
