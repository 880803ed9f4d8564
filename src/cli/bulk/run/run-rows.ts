import type { PlannedRow } from './plan.ts';
import type { RowFailure, StopReason } from './row-failure.ts';
import type { RowContext, RowEnd } from './run-row.ts';
import { runRow } from './run-row.ts';

/** What a run of many rows works with. */
export interface RunContext extends Omit<RowContext, 'isStopped'> {
  readonly concurrency: number;
  /** Stops the run in an orderly way: what is under way comes to an end that the journal holds. */
  readonly signal: AbortSignal;
  /** Learns of a row once its end is on disk. */
  readonly onEnd: (planned: PlannedRow, end: RowEnd) => void;
}

/** So many rows in a row that the service did not answer end a run. */
const TROUBLES = 5;

/** Why no further row is taken; undefined while rows are. */
class Brake {
  #reason: StopReason | undefined;
  #troubles = 0;

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  pull(reason: StopReason): void {
    this.#reason ??= reason;
  }

  /** Learns from the end of a row. */
  saw(failure: RowFailure | undefined): void {
    this.#troubles = failure?.isTrouble ? this.#troubles + 1 : 0;
    if (failure?.stops !== undefined) this.pull(failure.stops);
    else if (this.#troubles >= TROUBLES) this.pull('unreachable');
  }
}

/**
 * Sends rows, so many at once, until all are done or each further one would fail the same way. Answers why it stopped;
 * undefined when it came to the end. Throws when the journal cannot be written, once nothing is under way any more.
 */
export async function runRows(
  rows: readonly PlannedRow[],
  context: RunContext,
): Promise<StopReason | undefined> {
  const brake = new Brake();
  const stop = (reason: StopReason) => {
    brake.pull(reason);
    context.pace.open();
  };
  const onAbort = () => stop('interrupted');
  if (context.signal.aborted) onAbort();
  context.signal.addEventListener('abort', onAbort, { once: true });
  const rowContext: RowContext = { ...context, isStopped: () => brake.reason !== undefined };
  const left = rows.values();
  const ends: Promise<void>[] = [];
  const work = async () => {
    for (const planned of left) {
      const end = await runRow(planned, rowContext);
      brake.saw(end.failure);
      // The next row need not wait until this end is on disk: its first intent goes there with it
      ends.push(context.journal.commit().then(() => context.onEnd(planned, end)));
      ends.at(-1)?.catch(() => stop('interrupted'));
      if (brake.reason !== undefined) return context.pace.open();
    }
  };
  try {
    await allEnded(Array.from({ length: context.concurrency }, work), () => stop('interrupted'));
    await allEnded(ends, () => undefined);
  } finally {
    context.signal.removeEventListener('abort', onAbort);
  }
  return brake.reason;
}

/** Waits for all workers, also when one of them fails; then throws its error. */
async function allEnded(workers: readonly Promise<void>[], onFault: () => void): Promise<void> {
  for (const worker of workers) worker.catch(onFault);
  const ends = await Promise.allSettled(workers);
  const fault = ends.find((end) => end.status === 'rejected');
  if (fault?.status === 'rejected') throw fault.reason;
}
