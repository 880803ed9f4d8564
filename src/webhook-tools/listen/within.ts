import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for work, but no longer than so many milliseconds; the work goes on. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const late = sleep(ms, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([work, late]).finally(() => patience.abort());
}
