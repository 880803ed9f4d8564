import type { ServiceDeps } from '../deps.ts';

const FOLDER = 'documents';
/** A file is written before the row that names it, by no more than this. */
const AGE_MS = 24 * 3_600_000;

/**
 * Removes the files that no document is made of: what a crash left between a file and its row, and what was prepared
 * for signatures that were not made. Answers how many.
 */
export async function sweepFiles(
  { store, files }: Pick<ServiceDeps, 'store' | 'files'>,
  signal: AbortSignal,
): Promise<number> {
  const inUse = async (keys: readonly string[]) =>
    await store.listFileKeys([...new Set(keys.map((key) => key.split('/')[1] ?? ''))]);
  return await files.sweep({ below: FOLDER, olderThanMs: AGE_MS, inUse, signal });
}
