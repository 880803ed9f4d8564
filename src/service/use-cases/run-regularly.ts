import type { Clock } from '../ports/clock.ts';

/** How often the clock is read: it can be moved. */
const POLL_MS = 60_000;

/** Work of a process that keeps house. */
export interface RegularWork {
  readonly clock: Clock;
  /** Time between two runs, in milliseconds of the clock. */
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
  /** Called when a run failed; the next one follows all the same. */
  onError(error: unknown): void;
}

/** Work that is done again and again. */
export interface RegularRun {
  /** Reads the clock now, as after it was moved. */
  wake(): void;
  /** Waits for the current run. */
  close(): Promise<void>;
}

/** Does the work now, and then again and again, one run after another. */
export function runRegularly(work: RegularWork): RegularRun {
  const stop = new AbortController();
  let dueAt = 0;
  let running = Promise.resolve();
  const runIfDue = () => {
    const now = work.clock.now().getTime();
    if (now < dueAt) return;
    dueAt = now + work.everyMs;
    running = running.then(async () => void (await work.run(stop.signal))).catch(work.onError);
  };
  runIfDue();
  const poll = setInterval(runIfDue, POLL_MS);
  return {
    wake: runIfDue,
    close: async () => {
      stop.abort();
      clearInterval(poll);
      await running;
    },
  };
}
