import type { Clock } from '../ports/clock.ts';

/** The clock can be moved. */
const POLL_MS = 60_000;

export interface RegularWork {
  readonly clock: Clock;
  /** Between runs, in milliseconds of the clock. */
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
  /** Called when a run fails; the next one follows anyway. */
  onError(error: unknown): void;
}

export interface RegularRun {
  /** Reads the clock, as after moving it. */
  wake(): void;
  close(): Promise<void>;
}

/** Runs now, and then regularly, one run at a time. */
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
