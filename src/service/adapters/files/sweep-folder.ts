import { opendir, rm, rmdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Sweep } from '../../ports/file-store.ts';

/** Prefix of a file that is still being written. */
export const PART_PREFIX = '.part-';
/** Keys in one `inUse` call of a sweep. */
const BATCH = 200;

/** Removes old files that are not in use, and remains of broken writes; returns how many. */
export async function sweepFolder(root: string, sweep: Sweep): Promise<number> {
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
