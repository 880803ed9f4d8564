import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../locks/make-folder.ts';
import type { Profile } from './profile.ts';

/** Writes to a temporary name, then renames it. Owner-only. Throws file system errors. */
export function writePrivate(path: string, text: string): void {
  makeFolder(dirname(path), 0o700);
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, path);
}

interface KeptSettings {
  readonly current: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export interface KeptAccount {
  readonly baseUrl: string;
  readonly apiKey: string;
}

const INDEXES = 'cache';
const DOCUMENTS = 'documents';
const PROFILES = 'profiles';

const folderName = ({ baseUrl, apiKey }: KeptAccount): string =>
  createHash('sha256')
    .update(`${baseUrl.replace(/\/$/, '')}\n${apiKey}`)
    .digest('hex');

export const indexFolder = (configDir: string, account: KeptAccount): string =>
  join(configDir, INDEXES, folderName(account));

/** Shell completion lists, below the settings folder. */
export const wordsFolder = (configDir: string): string => join(configDir, 'complete');

export const keptFolders = (configDir: string): string[] => [
  join(configDir, INDEXES),
  wordsFolder(configDir),
];

const accountOf = ({ baseUrl, apiKey }: Profile): KeptAccount[] =>
  apiKey === undefined ? [] : [{ baseUrl, apiKey }];

const currentAccount = ({ current, profiles }: KeptSettings): KeptAccount | undefined =>
  accountOf(profiles[current ?? ''] ?? { baseUrl: '' })[0];

export function isCurrentAccount(account: KeptAccount, settings: KeptSettings): boolean {
  const current = currentAccount(settings);
  return current !== undefined && folderName(current) === folderName(account);
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

function indexesIn(configDir: string): string[] {
  try {
    return readdirSync(join(configDir, INDEXES));
  } catch {
    return [];
  }
}

/** Removes every index whose key is in none of the profiles, also for keys from the environment. */
function keepOnly(configDir: string, profiles: readonly Profile[]): void {
  const kept = new Set(profiles.flatMap(accountOf).map(folderName));
  for (const name of indexesIn(configDir)) {
    if (!kept.has(name)) remove(join(configDir, INDEXES, name));
  }
}

const forgetDocumentWords = (configDir: string): void =>
  remove(join(wordsFolder(configDir), DOCUMENTS));

/** Removes the indexes of one service. Throws file system errors. */
export function forgetService(
  configDir: string,
  { profiles }: KeptSettings,
  baseUrl: string | undefined,
): void {
  const others = Object.values(profiles).filter((profile) => profile.baseUrl !== baseUrl);
  keepOnly(configDir, others);
  forgetDocumentWords(configDir);
}

/**
 * Removes the indexes of keys that no profile has, and the shells' list of documents unless it is
 * still the current profile's. Throws file system errors.
 */
export function followProfiles(configDir: string, before: KeptSettings, after: KeptSettings): void {
  keepOnly(configDir, Object.values(after.profiles));
  const former = currentAccount(before);
  if (!former || !isCurrentAccount(former, after)) forgetDocumentWords(configDir);
  keepProfileWords(configDir, after);
}

/** Throws file system errors. */
function keepWords(configDir: string, kind: string, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join('');
  writePrivate(join(wordsFolder(configDir), kind), text);
}

/** Throws file system errors. */
export const keepDocumentWords = (configDir: string, lines: readonly string[]): void =>
  keepWords(configDir, DOCUMENTS, lines);

const keepProfileWords = (configDir: string, { profiles }: KeptSettings): void =>
  keepWords(configDir, PROFILES, Object.keys(profiles));

/** Lets shells complete profile names, if the file can be written. */
export function offerProfiles(configDir: string, settings: KeptSettings): void {
  try {
    keepProfileWords(configDir, settings);
  } catch {
    // Completion is only a convenience.
  }
}
