import type { ServiceDeps } from '../deps.ts';
import { runRegularly } from '../run-regularly.ts';
import { expireAttempts } from '../signatures/expire-attempts.ts';
import { sweepFiles } from './sweep-files.ts';

const EVERY_MS = 6 * 60 * 60_000;

/** Dependencies of the sweeps. */
export interface SweepDeps extends Pick<ServiceDeps, 'store' | 'files' | 'clock'> {
  /** Called with what ended a sweep; the next one follows all the same. */
  onError(error: unknown): void;
}

/**
 * Sweeps now, and then every 6 hours of the clock: ends attempts that nobody answered, and moves files to the trash that
 * nothing refers to. Any number of processes can do so concurrently.
 */
export function startSweeps(deps: SweepDeps): { close(): Promise<void> } {
  const { clock, onError } = deps;
  const run = async (signal: AbortSignal) => {
    await expireAttempts(deps, signal);
    await sweepFiles(deps, signal);
  };
  return runRegularly({ clock, everyMs: EVERY_MS, run, onError });
}
