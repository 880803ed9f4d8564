import { setTimeout as wait } from 'node:timers/promises';

/** Node's timers overflow beyond this and fire immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The source of time and randomness for waits; replace it in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits for `ms` milliseconds; rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal });
  },
  random: () => Math.random(),
};

/** The service's clock relative to ours, from `Date` headers (precise to a second). */
export class ServiceTime {
  #skewMs: number | undefined;

  /** Notes the `Date` of a response received at `now`; ignores a missing or invalid one. */
  note(date: string | undefined, now: number): void {
    const serviceNow = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(serviceNow)) this.#skewMs = serviceNow - now;
  }

  /** Milliseconds to add to our time to get the service's; undefined before the first response. */
  get skewMs(): number | undefined {
    return this.#skewMs;
  }
}
