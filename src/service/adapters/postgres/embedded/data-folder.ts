import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { syncPath } from './sync-tree.ts';

/** The PostgreSQL release that is built into PGlite; files of another one cannot be read. */
export const POSTGRES_MAJOR = 18;

/** What stands beside the data, or a template of it. */
export const DataVersion = Type.Object({
  postgres: Type.Integer(),
  /** Hash of the migrations that were applied. */
  migrations: Type.String(),
});
export type DataVersion = Static<typeof DataVersion>;

/** The folder's database was made by another release of PostgreSQL, or by something else. */
export class DataFolderMismatch extends Error {
  override readonly name = 'DataFolderMismatch';
}

/** Paths within a data folder. */
export const dataPaths = (folder: string) => ({
  data: join(folder, 'data'),
  version: join(folder, 'version.json'),
  incomplete: join(folder, 'incomplete'),
});

/** Reads a version file; undefined when there is none. @throws {DataFolderMismatch} when it is none of ours */
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
    `${path} cannot be read; it does not say which release made the data.`,
  );
}

/** Writes a file whole: beside, synced, renamed. */
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
 * Readies a folder that is locked: what a first start left unfinished is removed, for nothing was ever stored in it.
 * Answers what the folder holds; undefined when it is empty.
 * @throws {DataFolderMismatch} when its data is not for this release
 */
export async function readyFolder(folder: string): Promise<DataVersion | undefined> {
  const { data, version, incomplete } = dataPaths(folder);
  const found = await readVersion(version);
  if (found) {
    if (found.postgres === POSTGRES_MAJOR) return found;
    throw new DataFolderMismatch(
      `${folder} was made with PostgreSQL ${found.postgres} and this release has ${POSTGRES_MAJOR}. Start afresh with \`esign sandbox reset\`, or go back to the release that made it.`,
    );
  }
  const isOurs = await exists(incomplete);
  if (!isOurs && (await exists(data))) {
    throw new DataFolderMismatch(
      `${data} holds data but ${version} is missing, so what made it is not known. Name another folder, or restore that file.`,
    );
  }
  await rm(data, { recursive: true, force: true });
  await writeWhole(incomplete, '');
  return undefined;
}

/** Says that the folder's data is whole, and what it is. */
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
