import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { access, chmod, link, mkdir, open, opendir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { codeOf } from '../../../locks/error-code.ts';
import { makeFolder } from '../../../locks/make-folder.ts';
import type { StoredFile } from '../../core/documents/document.rules.ts';
import type { ExpectedFile, FileStore, OpenOptions } from '../../ports/file-store.ts';
import { FileMissing } from '../../ports/file-store.ts';
import type { Incoming } from './checked-files.ts';
import {
  assertExpected,
  checkedKey,
  checking,
  existsOtherwise,
  hashBytes,
  isMissing,
  MARKER,
  noteErrors,
  pour,
} from './checked-files.ts';
import { explainFull, freeShareOf, withLocalFolder } from './local-folder.ts';
import { emptyTrash, PART_PREFIX, sweepFolder, trashFile } from './sweep-folder.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Opens a private file store in a folder, created if missing. Many processes may share it.
 * @throws {RangeError} from every method, for a key that could lead out of the folder
 */
export async function openFolder(root: string): Promise<FileStore> {
  const folder = resolve(root);
  makeFolder(folder, FOLDER_MODE);
  const marker = { key: MARKER, root: folder, path: join(folder, MARKER) };
  const place = (key: string) => ({ key, root: folder, path: join(folder, checkedKey(key)) });
  return {
    write: async (key, content, options) => await write(place(key), { content, ...options }),
    create: async (key, path) => await create(place(key), path),
    read: async (key, expected) => await read(place(key), expected),
    open: async (key, options) => await openFile(place(key), options),
    withLocalCopy: async (key, work, expected) => {
      const at = place(key);
      await assertThere(at, expected);
      return await work(at.path);
    },
    withFolder: async (work) => await withLocalFolder(folder, work),
    remove: async (key) => await rm(place(key).path, { force: true }),
    discard: async (key) => await trashFile(folder, checkedKey(key)),
    readMarker: async () => await readMarker(marker),
    createMarker: async (text) => void (await write(marker, { content: Buffer.from(text) })),
    isEmpty: async () => await hasNoFiles(folder),
    sweep: async (sweep) => await sweepFolder(folder, sweep),
    emptyTrash: async (emptying) => await emptyTrash(folder, emptying),
    freeShare: freeShareOf(folder),
    close: async () => undefined,
  };
}

interface FolderPlace {
  readonly key: string;
  readonly root: string;
  readonly path: string;
}

function explain(key: string, error: unknown): unknown {
  return codeOf(error) === 'ENOENT' ? isMissing(key, error) : explainFull(error);
}

async function explained<T>({ key }: FolderPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(key, error);
  }
}

/** Creates the folders above a file, and syncs each one's parent. */
async function makeFolders({ path }: FolderPlace): Promise<void> {
  const folder = dirname(path);
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

const write = (place: FolderPlace, incoming: Incoming): Promise<StoredFile> =>
  explained(place, async () => {
    noteErrors(incoming);
    await makeFolders(place);
    const part = join(dirname(place.path), `${PART_PREFIX}${randomUUID()}`);
    try {
      const file = await open(part, 'wx', FILE_MODE);
      const written = await pourInto(file, incoming).finally(() => file.close());
      return await publish(place, part, written);
    } finally {
      await rm(part, { force: true });
    }
  });

async function pourInto(file: FileHandle, incoming: Incoming): Promise<ExpectedFile> {
  const written = await pour(incoming, (chunk) => file.writeFile(chunk));
  await file.sync();
  return written;
}

/** Makes a file written by another process as private and durable as our own. */
const create = (place: FolderPlace, from: string): Promise<StoredFile> =>
  explained(place, async () => {
    const file = await open(from, 'r+');
    const written = await hashOf(file, () => file.sync());
    await chmod(from, FILE_MODE);
    await makeFolders(place);
    return await publish(place, from, written);
  });

/** Links a synced file to its name: a rename would replace an existing file. */
async function publish(
  place: FolderPlace,
  from: string,
  written: ExpectedFile,
): Promise<StoredFile> {
  const { key, path } = place;
  try {
    await link(from, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if ((await hashFile(place)).sha256 !== written.sha256) throw existsOtherwise(key);
  }
  await syncFolder(dirname(path));
  return { key, ...written };
}

const hashFile = (place: FolderPlace): Promise<ExpectedFile> =>
  explained(place, async () => await hashOf(await open(place.path, 'r')));

/** Throws unless the file exists and is the expected one. */
async function assertThere(place: FolderPlace, expected?: ExpectedFile): Promise<void> {
  if (expected) assertExpected(place.key, await hashFile(place), expected);
  else await explained(place, async () => await access(place.path));
}

/** Closes the file, too. */
async function hashOf(file: FileHandle, then = async () => {}): Promise<ExpectedFile> {
  try {
    const content = file.createReadStream({ autoClose: false });
    const found = await pour({ content }, async () => undefined);
    await then();
    return found;
  } finally {
    await file.close();
  }
}

const read = (place: FolderPlace, expected?: ExpectedFile): Promise<Buffer> =>
  explained(place, async () => {
    const bytes = await readFile(place.path);
    if (expected) assertExpected(place.key, hashBytes(bytes), expected);
    return bytes;
  });

async function readMarker(place: FolderPlace): Promise<string | undefined> {
  try {
    return String(await read(place));
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

/** Ignores the store's own names, which begin with a dot. */
async function hasNoFiles(folder: string): Promise<boolean> {
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) continue;
    if (!entry.isDirectory() || !(await hasNoFiles(join(folder, entry.name)))) return false;
  }
  return true;
}

const openFile = (
  place: FolderPlace,
  { range, expected }: OpenOptions = {},
): Promise<{ stream: Readable; bytes: number }> =>
  explained(place, async () => {
    const file = await open(place.path, 'r');
    try {
      const { size: bytes } = await file.stat();
      const stream = file.createReadStream({ ...range });
      if (!expected || range) return { stream, bytes };
      // The reader of the checked stream gets its errors.
      return { stream: pipeline(stream, checking(place.key, expected), () => undefined), bytes };
    } catch (error) {
      await file.close();
      throw error;
    }
  });
