import { setTimeout as wait } from 'node:timers/promises';

/** Time and chance, as the client's waits use them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits; rejects when the signal aborts. */
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

/** How far the service's clock is from ours, learnt from the `Date` header of its answers (to the second). */
export class ServiceTime {
  #skewMs: number | undefined;

  /** Notes the `Date` of an answer that came at `now`; one that is missing or no date is ignored. */
  note(date: string | undefined, now: number): void {
    const told = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(told)) this.#skewMs = told - now;
  }

  /** What to add to our time to get the service's, in milliseconds; undefined before the first answer. */
  get skewMs(): number | undefined {
    return this.#skewMs;
  }
}
