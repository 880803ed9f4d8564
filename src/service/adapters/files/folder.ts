import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { chmod, mkdir, open, opendir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { StoredFile } from '../../domain/document.ts';
import type { ByteRange, FileStore, Sweep } from '../../ports/file-store.ts';
import { FileTooLarge } from '../../ports/file-store.ts';

/** Prefix of a file that is still being written. */
const PART_PREFIX = '.part-';
/** Keys in one `inUse` call of a sweep. */
const BATCH = 200;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Names begin with a letter or a digit, which excludes `..` and part files. */
const KEY = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;

/**
 * Opens a file store in a folder, created if missing and private to its owner.
 * @throws {RangeError} from every method, for a key that could lead out of the folder
 */
export async function openFolder(root: string): Promise<FileStore> {
  const folder = resolve(root);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const pathOf = (key: string) => join(folder, checkedKey(key));
  return {
    write: async (key, content, options) =>
      await write(folder, checkedKey(key), { content, ...options }),
    read: async (key) => await readFile(pathOf(key)),
    open: async (key, range) => await openFile(pathOf(key), range),
    localPath: async (key) => {
      await makeFolders(folder, checkedKey(key));
      return pathOf(key);
    },
    adopt: async (key) => await adopt(folder, checkedKey(key)),
    remove: async (key) => await rm(pathOf(key), { force: true }),
    sweep: async (sweep) => await sweepFolder(folder, sweep),
  };
}

function checkedKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new RangeError(`${JSON.stringify(key)} is not a key of the file store.`);
}

/** Creates the folders above a key, each synced before it is used. */
async function makeFolders(root: string, key: string): Promise<void> {
  const folder = dirname(join(root, key));
  const firstMade = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (firstMade === undefined) return;
  const top = dirname(firstMade);
  for (let made = folder; made !== top; made = dirname(made)) await syncFolder(dirname(made));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface Incoming {
  readonly content: Readable | Buffer;
  readonly maxBytes?: number;
}

async function write(root: string, key: string, incoming: Incoming): Promise<StoredFile> {
  await makeFolders(root, key);
  const path = join(root, key);
  const part = join(dirname(path), `${PART_PREFIX}${randomUUID()}`);
  try {
    const file = await open(part, 'wx', FILE_MODE);
    const written = await pour(file, incoming).finally(() => file.close());
    await rename(part, path);
    await syncFolder(dirname(path));
    return { key, ...written };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Writes and hashes chunk by chunk, then syncs. */
async function pour(
  file: FileHandle,
  { content, maxBytes = Number.POSITIVE_INFINITY }: Incoming,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const chunks: AsyncIterable<unknown> = Buffer.isBuffer(content)
    ? Readable.from([content])
    : content;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A file is written from bytes.');
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes arrived.`);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  await file.sync();
  return { sha256: hash.digest('hex'), bytes };
}

async function openFile(
  path: string,
  range?: ByteRange,
): Promise<{ stream: Readable; bytes: number }> {
  const file = await open(path, 'r');
  try {
    const { size: bytes } = await file.stat();
    return { stream: file.createReadStream({ ...range }), bytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Makes another process's file as private and durable as our own. */
async function adopt(root: string, key: string): Promise<StoredFile> {
  const path = join(root, key);
  const hash = createHash('sha256');
  const file = await open(path, 'r+');
  let bytes = 0;
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(path, FILE_MODE);
  await syncFolder(dirname(path));
  return { key, sha256: hash.digest('hex'), bytes };
}

/** Removes old files that are not in use, and remains of broken writes; returns how many. */
async function sweepFolder(root: string, sweep: Sweep): Promise<number> {
  const { inUse, signal } = sweep;
  let removed = 0;
  for await (const paths of oldFiles(join(root, sweep.below), sweep.olderThanMs)) {
    const keyOf = (path: string) => relative(root, path).split(sep).join('/');
    const used = new Set(await inUse(paths.filter((path) => !isPart(path)).map(keyOf)));
    const unused = paths.filter((path) => !used.has(keyOf(path)));
    if (signal.aborted) return removed;
    await Promise.all(unused.map((path) => rm(path, { force: true })));
    removed += unused.length;
  }
  return removed;
}

const isPart = (path: string): boolean =>
  path.slice(path.lastIndexOf(sep) + 1).startsWith(PART_PREFIX);

/** Old files in batches; removes old empty folders on the way. */
async function* oldFiles(folder: string, olderThanMs: number): AsyncGenerator<string[]> {
  const until = Date.now() - olderThanMs;
  let batch: string[] = [];
  for await (const path of oldEntries(folder, until)) {
    batch.push(path);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** When it was last written, in milliseconds; undefined once it is gone. */
const writtenAt = async (path: string): Promise<number | undefined> =>
  await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

async function* oldEntries(folder: string, until: number): AsyncGenerator<string> {
  const folderAt = await writtenAt(folder);
  if (folderAt === undefined) return;
  let isEmpty = true;
  for await (const entry of await opendir(folder)) {
    isEmpty = false;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* oldEntries(path, until);
    else if (((await writtenAt(path)) ?? until) < until) yield path;
  }
  // Fails, as it should, when a file arrived in the meantime.
  if (isEmpty && folderAt < until) await rmdir(folder).catch(() => undefined);
}
