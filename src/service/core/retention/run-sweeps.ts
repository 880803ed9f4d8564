import type { ServiceDeps } from '../deps.ts';
import { runRegularly } from '../run-regularly.ts';
import { expireAttempts } from '../signing/end-attempt.ts';

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

const EVERY_MS = 6 * 60 * 60_000;

export interface SweepDeps extends Pick<ServiceDeps, 'store' | 'files' | 'clock'> {
  /** Called when a sweep fails; the next one follows anyway. */
  onError(error: unknown): void;
}

/** Runs every 6 hours of the clock, concurrently in any number of processes. */
export function startSweeps(deps: SweepDeps): { close(): Promise<void> } {
  const { clock, onError } = deps;
  const run = async (signal: AbortSignal) => {
    await expireAttempts(deps, signal);
    await sweepFiles(deps, signal);
  };
  return runRegularly({ clock, everyMs: EVERY_MS, run, onError });
}
