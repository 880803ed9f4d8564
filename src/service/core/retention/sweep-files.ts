import type { ServiceDeps } from '../deps.ts';

const FOLDER = 'documents';
/** Younger files may belong to an uncommitted row. */
const AGE_MS = 24 * 3_600_000;

/** How long files can be restored from the trash. */
const TRASH_MS = 7 * 24 * 3_600_000;

/**
 * Trashes files left by crashes or ended attempts; deletes them a week later. Returns the number.
 * @throws {TooManyUnused} when the database can't be the one for these files; nothing was moved
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
