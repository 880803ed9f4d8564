import type { ServiceDeps } from '../deps.ts';
import { expireAttempts } from '../signatures/expire-attempts.ts';
import { sweepFiles } from './sweep-files.ts';

const EVERY_MS = 6 * 60 * 60_000;
/** How often the clock is read: it can be moved. */
const POLL_MS = 60_000;

/** Dependencies of the sweeps. */
export interface SweepDeps extends Pick<ServiceDeps, 'store' | 'files' | 'clock'> {
  /** Called with what ended a sweep; the next one follows all the same. */
  onError(error: unknown): void;
}

/**
 * Sweeps now, and then every 6 hours of the clock: ends attempts that nobody answered, and moves files to the trash that
 * nothing refers to. Any number of processes can do so at once.
 */
export function startSweeps(deps: SweepDeps): { close(): Promise<void> } {
  const stop = new AbortController();
  let dueAt = 0;
  let sweeping = Promise.resolve();
  const sweepIfDue = () => {
    const now = deps.clock.now().getTime();
    if (now < dueAt) return;
    dueAt = now + EVERY_MS;
    sweeping = sweeping.then(() => sweep(deps, stop.signal)).catch(deps.onError);
  };
  sweepIfDue();
  const poll = setInterval(sweepIfDue, POLL_MS);
  return {
    close: async () => {
      stop.abort();
      clearInterval(poll);
      await sweeping;
    },
  };
}

async function sweep(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  await expireAttempts(deps, signal);
  await sweepFiles(deps, signal);
}
