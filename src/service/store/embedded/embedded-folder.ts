import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { FileLock } from '../../../locks/file-lock.ts';
import { holderText, LockHeld, lockFile } from '../../../locks/file-lock.ts';
import type { LockOwner } from '../../../locks/lock-owner.ts';

export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  readonly folder: string;
  /** Undefined when the lock file cannot be read. */
  readonly owner: LockOwner | undefined;

  constructor(folder: string, owner: LockOwner | undefined) {
    super(`${folder} is in use by ${holderText(owner)}; only one process at a time may open it.`);
    this.folder = folder;
    this.owner = owner;
  }
}

/** @throws {DataFolderInUse} when another process has the folder open */
export async function lockFolder(folder: string, command: string): Promise<FileLock> {
  try {
    return await lockFile(join(folder, 'lock'), command);
  } catch (error) {
    throw error instanceof LockHeld ? new DataFolderInUse(folder, error.owner) : error;
  }
}

/** Major version of PostgreSQL in PGlite. It cannot read the files of another one. */
export const POSTGRES_MAJOR = 18;

/** The version file beside the data, or beside a template. */
export const DataVersion = Type.Object({
  postgres: Type.Integer(),
  migrations: Type.String(),
});
export type DataVersion = Static<typeof DataVersion>;

/** The data folder does not fit this release. */
export class DataFolderMismatch extends Error {
  override readonly name = 'DataFolderMismatch';
}

export const dataPaths = (folder: string) => ({
  data: join(folder, 'data'),
  version: join(folder, 'version.json'),
  incomplete: join(folder, 'incomplete'),
});

/** Undefined when there is none. @throws {DataFolderMismatch} when malformed */
export async function readVersion(path: string | URL): Promise<DataVersion | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (Value.Check(DataVersion, value)) return value;
  } catch {
    // Malformed, as below.
  }
  throw new DataFolderMismatch(
    `${path} is malformed: it does not say which release made the data.`,
  );
}

/** Writes a file atomically: to a temporary file, synced and renamed. */
async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  await syncPath(join(path, '..'));
}

/**
 * Returns a locked folder's version; undefined when it is empty. Removes the rest of an unfinished
 * first start, in which nothing was stored.
 * @throws {DataFolderMismatch} when its data is not for this release
 */
export async function readyFolder(folder: string): Promise<DataVersion | undefined> {
  const { data, version, incomplete } = dataPaths(folder);
  const found = await readVersion(version);
  if (found) {
    if (found.postgres === POSTGRES_MAJOR) return found;
    throw new DataFolderMismatch(
      `${folder} was made with PostgreSQL ${found.postgres}, and this release has ${POSTGRES_MAJOR}. Start over with \`esign sandbox reset\`, or use the release that made it.`,
    );
  }
  const isOurs = await exists(incomplete);
  if (!isOurs && (await exists(data))) {
    throw new DataFolderMismatch(
      `${data} holds data, but ${version} is missing, so its version is unknown. Choose another folder, or restore that file.`,
    );
  }
  await rm(data, { recursive: true, force: true });
  await writeWhole(incomplete, '');
  return undefined;
}

export async function completeFolder(folder: string, made: DataVersion): Promise<void> {
  const { version, incomplete } = dataPaths(folder);
  await writeWhole(version, `${JSON.stringify(made)}\n`);
  await rm(incomplete, { force: true });
}

const exists = async (path: string): Promise<boolean> =>
  await stat(path).then(
    () => true,
    () => false,
  );

const PARALLEL_SYNCS = 16;

/** Syncs a file, or a folder's list of names, to disk. */
async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  const queue = [...paths, folder].values();
  const work = async () => {
    for (const path of queue) await syncPath(path);
  };
  await Promise.all(Array.from({ length: PARALLEL_SYNCS }, work));
}
