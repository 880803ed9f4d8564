import { CliError } from './cli-error.ts';
import { readAddress } from './connection.ts';
import { EXIT } from './exit-codes.ts';
import type { Environment, Profile } from './profile.ts';
import type { Settings } from './profile-store.ts';

/** The profile that a login makes when none is named. */
const DEFAULT_PROFILE = 'default';

/** Throws a `CliError` (exit 2) while ESIGN_API_KEY is set: it would outrank the key that is about to be kept. */
export function refuseWhileKeySet({ apiKey }: Environment): void {
  if (apiKey === undefined) return;
  throw new CliError({
    code: 'key_in_environment',
    what: 'ESIGN_API_KEY is set, and outranks any key that is kept',
    next: 'clear it first: unset ESIGN_API_KEY',
    exitCode: EXIT.usage,
  });
}

/** A key of the sandbox or of tests by its name; `live` for any other. */
export function keyMode(key: string): 'test' | 'live' {
  return /^[a-z]+_test_/.test(key) ? 'test' : 'live';
}

/** A profile with a new key for an address; what belonged to another address is dropped. */
export function loggedIn(before: Profile | undefined, baseUrl: string, apiKey: string): Profile {
  const isSame = before && readAddress(before.baseUrl).origin === readAddress(baseUrl).origin;
  return { ...(isSame && before), baseUrl, apiKey };
}

/** The address that a login goes to: the flag's, the environment's, or the profile's; undefined when none is known. */
export function loginAddress(
  flag: string | undefined,
  { baseUrl }: Environment,
  profile: Profile | undefined,
): string | undefined {
  const address = flag ?? baseUrl ?? profile?.baseUrl;
  return address === undefined ? undefined : readAddress(address).href.replace(/\/$/, '');
}

/** The name of the profile that a login writes: the one named, the current one, or the default. */
export function loginProfile(flag: string | undefined, settings: Settings): string {
  return flag ?? settings.current ?? DEFAULT_PROFILE;
}
