import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { codeOf } from '../../../locks/error-code.ts';
import { makeFolder } from '../../../locks/make-folder.ts';
import type { StoredFile } from '../../core/documents/document.rules.ts';
import type { ExpectedFile, FileStore, OpenOptions } from '../../ports/file-store.ts';
import { FileExists, FileMissing, FilesUnavailable } from '../../ports/file-store.ts';
import { createObject, getBytes, getObject, removeObject } from './bucket-objects.ts';
import type { Incoming } from './checked-files.ts';
import {
  assertExpected,
  checkedKey,
  checking,
  hashBytes,
  MARKER,
  noteErrors,
  pour,
} from './checked-files.ts';
import type { Bucket, BucketOptions } from './connect-bucket.ts';
import { BucketRefused, connect, explain, explained, statusOf } from './connect-bucket.ts';
import { freeShareOf, withLocalFolder } from './local-folder.ts';
import { emptyBucketTrash, hasNoObjects, moveToTrash, sweepBucket } from './sweep-bucket.ts';

const PREFIX = 'esign-spool-';

/** Whether a process with this number exists, under any user. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Makes an empty, private folder for this process, and removes those of dead processes. */
async function openSpool(parent: string): Promise<string> {
  makeFolder(parent, 0o700);
  const own = `${PREFIX}${process.pid}`;
  for (const name of await readdir(parent)) {
    const pid = Number(name.slice(PREFIX.length));
    if (!name.startsWith(PREFIX) || (name !== own && isAlive(pid))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
  await mkdir(join(parent, own), { mode: 0o700 });
  return join(parent, own);
}

/** Same as `openBucket`, with its library loaded. */
export async function openBucketStore(options: BucketOptions): Promise<FileStore> {
  const bucket = connect(options);
  try {
    await probe(bucket);
    const { spool, spoolMegabytes = Number.POSITIVE_INFINITY } = options;
    return storeIn(bucket, {
      folder: await openSpool(spool),
      freeBytes: spoolMegabytes * MEGABYTE,
    });
  } catch (error) {
    bucket.client.destroy();
    throw error;
  }
}

/** Stores, reads and removes a small file, and checks that a second put of its name is refused. */
async function probe(bucket: Bucket): Promise<void> {
  const key = `.esign-probe-${randomUUID()}`;
  const ignores = () =>
    new BucketRefused(
      `${bucket.where} ignores If-None-Match: two processes could replace each other's files. Use a storage with conditional puts.`,
    );
  try {
    await createObject(bucket, key, Buffer.from('esign'));
    const second = await createObject(bucket, key, Buffer.from('other')).catch((error) => {
      if (!(error instanceof FileExists)) throw error;
    });
    if (second) throw ignores();
    if (String(await getBytes(bucket, key)) !== 'esign') throw ignores();
    await removeObject(bucket, key);
  } catch (error) {
    if (statusOf(error instanceof FilesUnavailable ? error.cause : error) === 501) throw ignores();
    throw error;
  }
}

const MEGABYTE = 1_000_000;

interface Spool {
  readonly folder: string;
  freeBytes: number;
}

function storeIn(bucket: Bucket, spool: Spool): FileStore {
  const read = async (key: string, expected?: ExpectedFile) => {
    const bytes = await getBytes(bucket, key);
    assertExpected(key, hashBytes(bytes), expected);
    return bytes;
  };
  const create = async (key: string, path: string) =>
    await createObject(bucket, key, await readFile(path));
  return {
    write: async (key, content, options) =>
      await write(bucket, checkedKey(key), { spool, content, ...options }),
    create: async (key, path) => await create(checkedKey(key), path),
    read: async (key, expected) => await read(checkedKey(key), expected),
    open: async (key, options) => await openObject(bucket, checkedKey(key), options),
    withLocalCopy: async (key, work, expected) => {
      const from = { key: checkedKey(key), expected };
      return await withLocalFolder(spool.folder, async (folder) =>
        work(await folder.write('copy.pdf', download(bucket, from))),
      );
    },
    withFolder: async (work) => await withLocalFolder(spool.folder, work),
    remove: async (key) => await removeObject(bucket, checkedKey(key)),
    discard: async (key) => await moveToTrash(bucket, checkedKey(key)),
    sweep: async (sweep) => await sweepBucket(bucket, sweep),
    emptyTrash: async (emptying) => await emptyBucketTrash(bucket, emptying),
    readMarker: async () => await readMarker(bucket),
    createMarker: async (text) => void (await createObject(bucket, MARKER, Buffer.from(text))),
    isEmpty: async () => await explained(bucket, MARKER, () => hasNoObjects(bucket)),
    freeShare: freeShareOf(spool.folder),
    close: async () => {
      bucket.client.destroy();
      await rm(spool.folder, { recursive: true, force: true });
    },
  };
}

/** Spools a stream first: a slow client then holds neither memory nor a storage connection. */
async function write(
  bucket: Bucket,
  key: string,
  { spool, ...incoming }: Incoming & { readonly spool: Spool },
): Promise<StoredFile> {
  noteErrors(incoming);
  let waiting = 0;
  const stored = withLocalFolder(spool.folder, async (folder) => {
    const path = folder.path('incoming');
    const file = await open(path, 'wx', 0o600);
    try {
      await pour(incoming, async (chunk) => {
        if (chunk.length > spool.freeBytes) throw new FilesUnavailable('The spool is full.');
        spool.freeBytes -= chunk.length;
        waiting += chunk.length;
        await file.writeFile(chunk);
      });
    } finally {
      await file.close();
    }
    return await createObject(bucket, key, await readFile(path));
  });
  return await stored.finally(() => {
    spool.freeBytes += waiting;
  });
}

async function openObject(
  bucket: Bucket,
  key: string,
  { range, expected }: OpenOptions = {},
): Promise<{ stream: Readable; bytes: number }> {
  const { stream, bytes } = await getObject(bucket, key, { range });
  if (!expected || range) return { stream, bytes };
  // The reader of the checked stream gets its errors.
  return { stream: pipeline(stream, checking(key, expected), () => undefined), bytes };
}

async function* download(
  bucket: Bucket,
  { key, expected }: { readonly key: string; readonly expected: ExpectedFile | undefined },
): AsyncGenerator<Buffer> {
  try {
    yield* (await openObject(bucket, key, { expected })).stream;
  } catch (error) {
    throw explain(bucket, key, error);
  }
}

async function readMarker(bucket: Bucket): Promise<string | undefined> {
  try {
    return String(await getBytes(bucket, MARKER));
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}
