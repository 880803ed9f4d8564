import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../contract/is-record.ts';
import { codeOf } from '../../locks/error-code.ts';
import type { FileLock, LockHeld } from '../../locks/file-lock.ts';
import { makeFolder } from '../../locks/make-folder.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { followProfiles } from './kept-files.ts';
import type { Profile } from './profile.ts';

export interface Settings {
  readonly current: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** The file of profiles, readable only by its owner. */
export interface ProfileStore {
  readonly path: string;
  read(): Settings;
  /**
   * Reads, edits and writes under a lock, so that no two commands lose each other's changes. Also
   * removes cached documents whose key is gone. Throws what `edit` throws, or a `CliError` (exit 2)
   * if the file cannot be read or written, or others hold the lock for ten seconds.
   */
  change(edit: (settings: Settings) => Settings): Promise<ChangedSettings>;
}

interface ChangedSettings {
  readonly before: Settings;
  readonly after: Settings;
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/i;
const FILE_NAME = 'config';
const WAIT_MS = 10_000;

/** An unreadable allow-list allows nobody. */
function asPatterns(value: unknown): string[] {
  const isWhole = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isWhole ? value : [];
}

function asProfile(value: unknown): Profile | undefined {
  if (!isRecord(value) || typeof value.baseUrl !== 'string') return undefined;
  const { baseUrl, apiKey, webhookSecret, dataDir, allowedRecipients } = value;
  return {
    baseUrl,
    ...(typeof apiKey === 'string' && { apiKey }),
    ...(typeof webhookSecret === 'string' && { webhookSecret }),
    ...(typeof dataDir === 'string' && { dataDir }),
    ...(allowedRecipients !== undefined && { allowedRecipients: asPatterns(allowedRecipients) }),
  };
}

/** Skips anything that is not a profile. */
export function asSettings(value: unknown): Settings {
  const stored = isRecord(value) && isRecord(value.profiles) ? value.profiles : {};
  // No prototype: a profile may be called "constructor"
  const profiles: Record<string, Profile> = Object.create(null);
  for (const [name, item] of Object.entries(stored)) {
    const profile = asProfile(item);
    if (profile && NAME.test(name)) profiles[name] = profile;
  }
  const current = isRecord(value) && typeof value.current === 'string' ? value.current : undefined;
  return { current: current !== undefined && profiles[current] ? current : undefined, profiles };
}

/** Throws a `CliError` (exit 2) for an invalid name. */
export function checkProfileName(name: string): string {
  if (NAME.test(name)) return name;
  throw new CliError({
    code: 'invalid_profile_name',
    what: `"${name}" is not a valid profile name`,
    why: 'a name consists of letters, digits, ".", "_" and "-", and starts with a letter or digit',
    exitCode: EXIT.usage,
  });
}

/** Throws a `CliError` (exit 2) for an unknown profile. */
export function namedProfile({ profiles }: Settings, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const names = Object.keys(profiles);
  throw new CliError({
    code: 'unknown_profile',
    what: `there is no profile "${name}"`,
    why: names.length > 0 ? `the profiles are: ${names.join(', ')}` : 'there are no profiles yet',
    next: names.length > 0 ? 'esign profile list' : 'esign auth login',
    exitCode: EXIT.usage,
  });
}

function unreadable(path: string, cause: unknown): CliError {
  return new CliError({
    code: 'settings_unreadable',
    what: `cannot read or write the settings in ${path}`,
    why: cause instanceof Error ? cause.message : String(cause),
    next: 'fix or remove that file, or set ESIGN_CONFIG_DIR to another folder',
    exitCode: EXIT.usage,
    cause,
  });
}

function busy(cause: LockHeld): CliError {
  return new CliError({
    code: 'settings_busy',
    what: 'the settings were not changed: another command is changing them',
    why: cause.message,
    next: 'run the command again',
    exitCode: EXIT.usage,
    cause,
  });
}

async function writeSettings(folder: string, { current, profiles }: Settings): Promise<void> {
  const { default: Conf } = await import('conf');
  const conf = new Conf<Record<string, unknown>>({
    cwd: folder,
    configName: FILE_NAME,
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    projectName: 'esign',
  });
  conf.store = { ...(current !== undefined && { current }), profiles };
}

function readSettings(path: string): Settings {
  try {
    return asSettings(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return asSettings({});
    throw error;
  }
}

function readable<T>(path: string, access: () => T): T {
  try {
    return access();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function lockSettings(path: string): Promise<FileLock> {
  const { LockHeld, waitForLock } = await import('../../locks/file-lock.ts');
  try {
    return await waitForLock(`${path}.lock`, 'esign', WAIT_MS);
  } catch (cause) {
    throw cause instanceof LockHeld ? busy(cause) : unreadable(path, cause);
  }
}

/** Creates the folder (0700) if needed; the file is 0600. */
export async function openProfileStore(folder: string): Promise<ProfileStore> {
  const path = join(folder, `${FILE_NAME}.json`);
  readable(path, () => makeFolder(folder, 0o700));
  return {
    path,
    read: () => readable(path, () => readSettings(path)),
    change: async (edit) => {
      const lock = await lockSettings(path);
      try {
        const before = readable(path, () => readSettings(path));
        const after = edit(before);
        await writeSettings(folder, after).catch((cause) =>
          Promise.reject(unreadable(path, cause)),
        );
        readable(path, () => followProfiles(folder, before, after));
        return { before, after };
      } finally {
        await lock.release();
      }
    },
  };
}

/** Adds or replaces a profile, which becomes the current one if there was none. */
export function withProfile(settings: Settings, name: string, profile: Profile): Settings {
  return {
    current: settings.current ?? name,
    profiles: { ...settings.profiles, [name]: profile },
  };
}

export function withoutProfile({ current, profiles }: Settings, name: string): Settings {
  const rest = Object.fromEntries(Object.entries(profiles).filter(([key]) => key !== name));
  return { current: current === name ? undefined : current, profiles: rest };
}
