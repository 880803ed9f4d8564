import { runRegularly } from '../run-regularly.ts';
import type { RenewalDeps } from './renew-proof.ts';
import { renewProof } from './renew-proof.ts';
import { nextLook } from './renewal.rules.ts';

const EVERY_MS = 60 * 60_000;

/** Tries a failure again after a week. Runs every hour of the clock, in any number of processes. */
export function startRenewals(
  deps: RenewalDeps & {
    /** Called when a renewal or a run fails. */
    onError(error: unknown): void;
  },
): { close(): Promise<void> } {
  const { clock, onError } = deps;
  const run = (signal: AbortSignal) => runRenewals(deps, signal);
  return runRegularly({ clock, everyMs: EVERY_MS, run, onError });
}

/** Returns how many documents were renewed. */
export async function runRenewals(
  deps: RenewalDeps & { onError(error: unknown): void },
  signal?: AbortSignal,
): Promise<number> {
  const { store, clock, onError } = deps;
  let renewed = 0;
  while (!signal?.aborted) {
    const now = clock.now();
    const documentId = await store.claimRenewal({ now, until: nextLook(now) });
    if (documentId === undefined) break;
    try {
      if (await renewProof(deps, documentId)) renewed += 1;
    } catch (error) {
      onError(error);
    }
  }
  return renewed;
}
