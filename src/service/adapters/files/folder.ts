import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { StoredFile } from '../../domain/document.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { FileTooLarge } from '../../ports/file-store.ts';
import { PART_PREFIX, sweepFolder } from './sweep-folder.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** A name begins with a letter or a digit: neither `..` nor a hidden part file is a key. */
const KEY = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;

/**
 * A file store in a folder, which is made when missing and readable by its owner alone.
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
    open: async (key) => await openFile(pathOf(key)),
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
  throw new RangeError(`${JSON.stringify(key)} is no key of the file store.`);
}

/** Makes the folders above a key; each new one's name is on disk before anything is in it. */
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

/** Writes chunk after chunk, each before the next is read, hashing on the way; synced in the end. */
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

async function openFile(path: string): Promise<{ stream: Readable; bytes: number }> {
  const file = await open(path, 'r');
  try {
    const { size: bytes } = await file.stat();
    return { stream: file.createReadStream(), bytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** What another process wrote is made as private and as lasting as what is written here. */
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
