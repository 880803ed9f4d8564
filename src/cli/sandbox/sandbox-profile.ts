import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Profile } from '../profiles/profile.ts';
import { SANDBOX_PROFILE } from '../profiles/profile.ts';
import type { ProfileStore, Settings } from '../profiles/profile-store.ts';
import { checkProfileName, openProfileStore, withProfile } from '../profiles/profile-store.ts';
import type { SandboxPlaces } from './start-sandbox.ts';

interface WantedProfile {
  readonly name: string;
  /** Data folder of the sandbox; undefined for a temporary one. */
  readonly dataDir: string | undefined;
  readonly isRunning: (dataDir: string) => Promise<boolean>;
}

/**
 * Throws a `CliError` (exit 2) for an invalid name, the profile of another running sandbox, or a
 * profile that is not a sandbox's, whose key would be lost.
 */
export async function checkSandboxProfile(
  { profiles }: Settings,
  { name, dataDir, isRunning }: WantedProfile,
): Promise<void> {
  const former = profiles[checkProfileName(name)];
  if (!former) return;
  const refused = (what: string) =>
    new CliError({
      code: 'profile_in_use',
      what: `profile "${name}" ${what}`,
      next: 'give another name with --profile',
      exitCode: EXIT.usage,
    });
  if (former.dataDir === undefined)
    throw refused(`is not a sandbox's: it is for ${former.baseUrl}`);
  if (former.dataDir !== dataDir && (await isRunning(former.dataDir)))
    throw refused(`belongs to the sandbox that runs on ${former.dataDir}`);
}

/** Saves the sandbox's profile, as the current one if there was none. Returns the current name. */
export async function keepSandboxProfile(
  store: ProfileStore,
  name: string,
  places: SandboxPlaces,
): Promise<string> {
  const { baseUrl, apiKey, webhookSecret, dataDir } = places;
  const { after } = await store.change((settings) => {
    const { allowedRecipients } = settings.profiles[name] ?? {};
    const allowed = allowedRecipients && { allowedRecipients };
    const profile: Profile = { baseUrl, apiKey, webhookSecret, dataDir, ...allowed };
    return withProfile(settings, name, profile);
  });
  return after.current ?? name;
}

/** Saves an ephemeral sandbox's profile in its own data folder. Returns the settings folder. */
export async function keepProfileInside(sandbox: SandboxPlaces): Promise<string> {
  const configDir = join(sandbox.dataDir, 'config');
  await keepSandboxProfile(await openProfileStore(configDir), SANDBOX_PROFILE, sandbox);
  return configDir;
}

interface EndedProfile {
  readonly name: string;
  readonly before: Settings;
  readonly dataDir: string;
}

/** Restores the replaced profile, unless another sandbox has written its own since. */
export async function dropSandboxProfile(
  store: ProfileStore,
  { name, before, dataDir }: EndedProfile,
): Promise<void> {
  await store.change((settings) => {
    const { current, profiles } = settings;
    if (profiles[name]?.dataDir !== dataDir) return settings;
    const { [name]: _gone, ...rest } = profiles;
    const former = before.profiles[name];
    const isOrphaned = current === name && former === undefined;
    return {
      current: isOrphaned ? before.current : current,
      profiles: { ...rest, ...(former && { [name]: former }) },
    };
  });
}
