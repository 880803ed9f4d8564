import type { ServiceDeps } from '../deps.ts';

const FOLDER = 'documents';
/** Younger files may belong to a row that is not yet committed. */
const AGE_MS = 24 * 3_600_000;

/**
 * Removes files that no document refers to, and which a crash left: without a row, or of an attempt that has ended.
 * Returns how many.
 */
export async function sweepFiles(
  { store, files }: Pick<ServiceDeps, 'store' | 'files'>,
  signal: AbortSignal,
): Promise<number> {
  const inUse = async (keys: readonly string[]) =>
    await store.listFileKeys([...new Set(keys.map((key) => key.split('/')[1] ?? ''))]);
  return await files.sweep({ below: FOLDER, olderThanMs: AGE_MS, inUse, signal });
}
