import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { codeOf } from '../../locks/error-code.ts';
import { makeFolder } from '../../locks/make-folder.ts';
import { DataFolderInUse as FolderInUse, lockFolder, syncTree } from '../../service/index.ts';
import { databasePath, lockPath } from '../data-folder.ts';
import type { SnapshotEntry } from './archive.ts';
import { packSnapshot } from './archive.ts';
import { runInfoPath } from './control-client.ts';
import { DataFolderInUse, SandboxRefused } from './sandbox-errors.ts';

export { unpackSnapshot } from './archive.ts';

const SERVICE_KEYS = 'service.json';

/** Empty if there is no folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

export const hasData = async (dataDir: string): Promise<boolean> =>
  (await namesIn(dataDir)).length > 0;

/** No sandbox can start on the data folder meanwhile. Throws DataFolderInUse if one runs. */
async function whileStopped<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const database = databasePath(dataDir);
  if (!(await stat(database).catch(() => undefined))) return await work();
  const lock = await lockFolder(database, 'esign sandbox snapshot').catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    const message = `The sandbox on ${dataDir} is running.`;
    throw new DataFolderInUse(message, { cause: error, pid: error.owner?.pid });
  });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Everything but a running process's address and lock, and temporary files. */
async function readEntries(dataDir: string): Promise<SnapshotEntry[]> {
  const isLeftOut = (path: string) =>
    path === runInfoPath(dataDir) || path.startsWith(lockPath(dataDir)) || path.endsWith('.tmp');
  const found = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const entries: SnapshotEntry[] = [];
  for (const one of found) {
    const path = join(one.parentPath, one.name);
    const name = relative(dataDir, path).split(sep).join('/');
    if (one.isDirectory()) entries.push({ name, data: undefined });
    else if (one.isFile() && !isLeftOut(path)) entries.push({ name, data: await readFile(path) });
  }
  return entries;
}

/**
 * A stopped sandbox's data as gzipped tar: database, files, keys, certificates, clock and mails.
 * `version` is esign's. Throws DataFolderInUse if it runs, SandboxRefused if the folder has no
 * sandbox.
 */
export async function saveSnapshot(dataDir: string, version: string): Promise<Buffer> {
  if (!(await namesIn(dataDir)).includes(SERVICE_KEYS)) {
    throw new SandboxRefused('not_found', `There is no sandbox in ${dataDir}.`);
  }
  const entries = await whileStopped(dataDir, () => readEntries(dataDir));
  return await packSnapshot(entries, version);
}

async function writeEntries(folder: string, entries: readonly SnapshotEntry[]): Promise<void> {
  for (const { name, data } of entries) {
    const path = join(folder, name);
    const parent = data ? dirname(path) : path;
    makeFolder(parent, 0o700);
    if (data) await writeFile(path, data, { mode: 0o600 });
  }
  await syncTree(folder);
}

/** Replaces a folder, which is removed last. */
async function swap(restored: string, dataDir: string, beside: string): Promise<void> {
  const former = join(beside, 'former');
  const isThere = await hasData(dataDir);
  if (isThere) await rename(dataDir, former);
  else await rm(dataDir, { recursive: true, force: true });
  try {
    await rename(restored, dataDir);
  } catch (error) {
    if (isThere) await rename(former, dataDir);
    throw error;
  }
}

/**
 * Replaces a stopped sandbox's data. Writes everything beside it first, so that a failure leaves it
 * unchanged. Throws DataFolderInUse if it runs, SandboxRefused if folder or snapshot have no
 * sandbox.
 */
export async function restoreSnapshot(
  dataDir: string,
  entries: readonly SnapshotEntry[],
): Promise<void> {
  if (!entries.some(({ name }) => name === SERVICE_KEYS)) {
    throw new SandboxRefused('invalid_request', 'The snapshot has no sandbox in it.');
  }
  const names = await namesIn(dataDir);
  if (names.length > 0 && !names.includes(SERVICE_KEYS)) {
    throw new SandboxRefused('invalid_state', `${dataDir} has files that are not a sandbox's.`);
  }
  const parent = dirname(dataDir);
  makeFolder(parent, 0o700);
  const beside = await mkdtemp(join(parent, `.${basename(dataDir)}-`));
  try {
    const restored = join(beside, 'restored');
    await writeEntries(restored, entries);
    await whileStopped(dataDir, () => swap(restored, dataDir, beside));
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}
