import type { ServiceDeps } from '../deps.ts';
import { runRegularly } from '../run-regularly.ts';
import { expireAttempts } from '../signing/expire-attempts.ts';
import { sweepFiles } from './sweep-files.ts';

const EVERY_MS = 6 * 60 * 60_000;

export interface SweepDeps extends Pick<ServiceDeps, 'store' | 'files' | 'clock'> {
  /** Called when a sweep fails; the next one follows anyway. */
  onError(error: unknown): void;
}

/** Runs every 6 hours of the clock, concurrently in any number of processes. */
export function startSweeps(deps: SweepDeps): { close(): Promise<void> } {
  const { clock, onError } = deps;
  const run = async (signal: AbortSignal) => {
    await expireAttempts(deps, signal);
    await sweepFiles(deps, signal);
  };
  return runRegularly({ clock, everyMs: EVERY_MS, run, onError });
}
