import type { Clock } from '../ports/clock.ts';

/** The clock can be moved. */
const POLL_MS = 60_000;

export interface RegularWork {
  /** Without one, time passes as it does. */
  readonly clock?: Clock;
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
  const { clock, everyMs } = work;
  const stop = new AbortController();
  let dueAt = 0;
  let running = Promise.resolve();
  let isWaiting = false;
  const run = async () => {
    isWaiting = false;
    await work.run(stop.signal);
  };
  const runIfDue = () => {
    const now = clock?.now().getTime() ?? dueAt;
    if (now < dueAt || isWaiting) return;
    dueAt = now + everyMs;
    isWaiting = true;
    running = running.then(run).catch(work.onError);
  };
  runIfDue();
  const poll = setInterval(runIfDue, clock ? POLL_MS : everyMs).unref();
  return {
    wake: runIfDue,
    close: async () => {
      stop.abort();
      clearInterval(poll);
      await running;
    },
  };
}
