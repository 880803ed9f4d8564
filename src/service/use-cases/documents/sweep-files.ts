import type { ServiceDeps } from '../deps.ts';

const FOLDER = 'documents';
/** Younger files may belong to a row that is not yet committed. */
const AGE_MS = 24 * 3_600_000;

/** How long what a sweep moved to the trash can be put back. */
const TRASH_MS = 7 * 24 * 3_600_000;

/**
 * Moves files to the trash that no document refers to, and which a crash left: without a row, or of an attempt that has
 * ended. Deletes them a week later. Returns how many were moved.
 * @throws {TooManyUnused} when the database cannot be the one of these files; nothing was moved
 */
export async function sweepFiles(
  { store, files }: Pick<ServiceDeps, 'store' | 'files'>,
  signal: AbortSignal,
): Promise<number> {
  const inUse = async (keys: readonly string[]) =>
    await store.listFileKeys([...new Set(keys.map((key) => key.split('/')[1] ?? ''))]);
  const moved = await files.sweep({ below: FOLDER, olderThanMs: AGE_MS, inUse, signal });
  await files.emptyTrash({ olderThanMs: TRASH_MS, signal });
  return moved;
}
