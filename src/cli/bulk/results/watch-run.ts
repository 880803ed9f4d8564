import { setTimeout as sleep } from 'node:timers/promises';
import type { EsignClient } from '../../../client/index.ts';
import { askedWait, isPassing } from '../../documents/watch-document.ts';
import { nextWait } from '../../documents/watch-schedule.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import type { RunName } from '../run/run-end.ts';
import { bulkCommand } from '../run/run-end.ts';
import type { KnownRow } from './known-run.ts';
import { readSummaries } from './read-summaries.ts';
import type { BoardTotals, Moved } from './run-board.ts';
import { boardText, RunBoard } from './run-board.ts';

/** What a watch of a run is told. */
export interface RunWatcher {
  /** Each time the service was asked. */
  readonly onLook: (moved: readonly Moved[], totals: BoardTotals) => void;
  /** A look that failed and is made again. */
  readonly onTrouble: (error: Error, waitMs: number) => void;
}

/** How a run is watched. */
export interface RunWatchOptions {
  readonly name: RunName;
  readonly intervalMs: number;
  /** How long at most; undefined for as long as it takes. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
}

function stillWaiting(board: RunBoard, name: RunName, cause: unknown): CliError {
  return new CliError({
    code: 'still_waiting',
    what: `${boardText(board.totals())}, and the time given ran out`,
    next: bulkCommand('watch', name),
    exitCode: EXIT.stillWaiting,
    cause,
  });
}

function checkThere(board: RunBoard): void {
  const missing = board.missing();
  if (!missing) return;
  throw new CliError({
    code: 'not_found',
    what: `the account has no document ${missing.state?.documentId}, which row ${missing.row} was sent as`,
    why: 'the key may be that of another account, or the sandbox was reset',
    next: 'esign auth status',
    exitCode: EXIT.notFound,
  });
}

interface Look {
  readonly watcher: RunWatcher;
  readonly signal: AbortSignal;
  readonly leftMs: number;
}

/** One look: the trouble when it failed in a way that passes. */
async function look(
  client: EsignClient,
  board: RunBoard,
  { watcher, signal, leftMs }: Look,
): Promise<{ readonly trouble?: Error; readonly hasMoved: boolean }> {
  const timeouts = Number.isFinite(leftMs) ? { totalMs: Math.max(1, leftMs) } : {};
  try {
    const moved = board.take(await readSummaries(client, board.open, { signal, timeouts }));
    checkThere(board);
    watcher.onLook(moved, board.totals());
    return { hasMoved: moved.length > 0 };
  } catch (error) {
    if (isPassing(error)) return { trouble: error, hasMoved: false };
    throw error;
  }
}

/**
 * Watches the documents of a run, by pages of the list, until each has come to its end. Throws a `CliError`: 8 when the time
 * runs out, 5 for a document that the account does not have; and the client's errors that do not pass by themselves.
 */
export async function watchRun(
  client: EsignClient,
  { rows, ...options }: RunWatchOptions & { readonly rows: readonly KnownRow[] },
  watcher: RunWatcher,
): Promise<BoardTotals> {
  const { name, intervalMs: startMs, timeoutMs = Number.POSITIVE_INFINITY, signal } = options;
  const end = performance.now() + timeoutMs;
  const board = new RunBoard(rows);
  for (let quietLooks = 0; ; ) {
    const looking = { watcher, signal, leftMs: end - performance.now() };
    const { trouble, hasMoved } = await look(client, board, looking);
    if (!trouble && board.open.size === 0) return board.totals();
    const leftMs = end - performance.now();
    if (leftMs <= 0) throw stillWaiting(board, name, trouble);
    quietLooks = hasMoved ? 0 : quietLooks + 1;
    const step = { quietLooks, startMs, retryAfterMs: askedWait(trouble), leftMs };
    const wait = nextWait(step, Math.random());
    if (trouble) watcher.onTrouble(trouble, wait);
    await sleep(wait, undefined, { signal });
  }
}
