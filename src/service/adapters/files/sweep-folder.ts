import type { Dirent } from 'node:fs';
import { mkdir, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { codeOf } from '../../../locks/error-code.ts';
import type { Sweep, TrashEmptying } from '../../ports/file-store.ts';
import { LOCAL_PREFIX } from './local-folder.ts';
import type { SeenFile } from './sweep-unused.ts';
import { isOverSince, sweepUnused, TRASH, trashKey } from './sweep-unused.ts';

export const PART_PREFIX = '.part-';

/** Also removes what failed writes left. Returns how many files were moved to the trash. */
export async function sweepFolder(root: string, sweep: Sweep): Promise<number> {
  await removeLocalFolders(root, sweep.olderThanMs);
  const list = (below: string) => filesIn(join(root, below), { ...sweep, root });
  const discard = (key: string) => trashFile(root, key);
  return await sweepUnused({ list, discard }, sweep);
}

export async function trashFile(root: string, key: string): Promise<void> {
  await unlessGone(async () => {
    const to = join(root, trashKey(key));
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(join(root, key), to);
  });
}

/** Deletes the trash days that ended long enough ago; returns how many. */
export async function emptyTrash(
  root: string,
  { olderThanMs, signal }: TrashEmptying,
): Promise<number> {
  const days = await readdir(join(root, TRASH)).catch(() => []);
  const over = days.filter((day) => isOverSince(day, olderThanMs));
  for (const day of over) {
    if (!signal.aborted) await rm(join(root, TRASH, day), { recursive: true, force: true });
  }
  return over.length;
}

/** Another process may have moved or removed it already. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** In milliseconds; undefined if the file is gone. */
const writtenAt = async (path: string): Promise<number | undefined> =>
  (await unlessGone(async () => await stat(path)))?.mtimeMs;

const isOlder = async (path: string, ms: number): Promise<boolean> =>
  ((await writtenAt(path)) ?? Number.POSITIVE_INFINITY) < Date.now() - ms;

/** Removes the folders that killed processes left. */
async function removeLocalFolders(root: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    if (!name.startsWith(LOCAL_PREFIX) || !(await isOlder(path, olderThanMs))) continue;
    await rm(path, { recursive: true, force: true });
  }
}

interface Walk {
  readonly root: string;
  readonly olderThanMs: number;
}

/** Lists all files below a folder. Removes old part files and old empty folders. */
async function* filesIn(folder: string, walk: Walk): AsyncGenerator<SeenFile> {
  const isOld = await isOlder(folder, walk.olderThanMs);
  const entries = await unlessGone(async () => await opendir(folder));
  if (!entries) return;
  let isEmpty = true;
  for await (const entry of entries) {
    isEmpty = false;
    yield* filesOf(entry, walk);
  }
  // Fails, as it should, if a file has arrived meanwhile.
  if (isEmpty && isOld) await rmdir(folder).catch(() => undefined);
}

async function* filesOf(entry: Dirent, walk: Walk): AsyncGenerator<SeenFile> {
  const path = join(entry.parentPath, entry.name);
  if (entry.isDirectory()) {
    yield* filesIn(path, walk);
  } else if (entry.name.startsWith(PART_PREFIX)) {
    if (await isOlder(path, walk.olderThanMs)) await rm(path, { force: true });
  } else {
    const writtenAtMs = await writtenAt(path);
    const key = relative(walk.root, path).split(sep).join('/');
    if (writtenAtMs !== undefined) yield { key, writtenAtMs };
  }
}
