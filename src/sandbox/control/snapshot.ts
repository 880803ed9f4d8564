import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { codeOf } from '../../locks/error-code.ts';
import { makeFolder } from '../../locks/make-folder.ts';
import { DataFolderInUse as FolderInUse, lockFolder, syncTree } from '../../service/index.ts';
import { databasePath, lockPath } from '../saved-files.ts';
import { runInfoPath } from './control-client.ts';
import { DataFolderInUse, SandboxRefused } from './sandbox-errors.ts';

const MANIFEST = 'snapshot.json';

const Manifest = Type.Object({
  format: Type.Literal(1),
  esign: Type.String(),
  createdAt: Type.String(),
});

/** `name` is a path in the data folder. Folders have no data. */
interface SnapshotEntry {
  readonly name: string;
  readonly data: Uint8Array | undefined;
}

/** `version` is esign's. */
export async function packSnapshot(
  entries: readonly SnapshotEntry[],
  version: string,
): Promise<Buffer> {
  const tar = pack();
  const manifest = { format: 1, esign: version, createdAt: new Date().toISOString() };
  tar.entry({ name: MANIFEST, mode: 0o600 }, `${JSON.stringify(manifest)}\n`);
  for (const { name, data } of entries) {
    if (data) tar.entry({ name, mode: 0o600 }, Buffer.from(data));
    else tar.entry({ name, mode: 0o700, type: 'directory' });
  }
  tar.finalize();
  return await buffer(tar.pipe(createGzip()));
}

const refused = (message: string, cause?: unknown) =>
  new SandboxRefused('invalid_request', message, { cause });

/** Whether a name stays inside the folder. */
const isInside = (name: string): boolean =>
  !posix.isAbsolute(name) && !posix.normalize(name).startsWith('..') && !name.includes('\\');

async function unpack(archive: Uint8Array): Promise<SnapshotEntry[]> {
  const reader = extract();
  reader.end(await promisify(gunzip)(archive));
  const entries: SnapshotEntry[] = [];
  for await (const entry of reader) {
    const { name, type } = entry.header;
    const data = type === 'directory' ? undefined : await buffer(entry);
    const isKnown = type === 'file' || type === 'directory';
    if (!isKnown || !isInside(name)) throw new Error(`Unexpected entry: ${type} ${name}`);
    entries.push({ name, data });
    entry.resume();
  }
  return entries;
}

function manifestIn(first: SnapshotEntry | undefined): object {
  const text = first?.name === MANIFEST ? Buffer.from(first.data ?? []).toString() : '';
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest === 'object' && manifest !== null) return manifest;
  } catch (cause) {
    throw refused('The file is not a snapshot of a sandbox.', cause);
  }
  throw refused('The file is not a snapshot of a sandbox.');
}

const isNewer = (version: string, own: string): boolean =>
  version.localeCompare(own, 'en', { numeric: true }) > 0;

/** `version` is esign's. Throws SandboxRefused if broken, foreign or from a newer version. */
export async function unpackSnapshot(
  archive: Uint8Array,
  version: string,
): Promise<SnapshotEntry[]> {
  const [first, ...entries] = await unpack(archive).catch((cause: unknown) => {
    throw refused('The file is not a snapshot, or it is incomplete.', cause);
  });
  const manifest = manifestIn(first);
  if ('esign' in manifest && isNewer(String(manifest.esign), version)) {
    throw refused(`The snapshot was written by esign ${manifest.esign}, and this is ${version}.`);
  }
  if (!Value.Check(Manifest, manifest)) throw refused('The snapshot has an unknown format.');
  return entries;
}

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
