import { nextLook } from '../../domain/documents/renewal.ts';
import { runRegularly } from '../run-regularly.ts';
import type { RenewalDeps } from './renew-proof.ts';
import { renewProof } from './renew-proof.ts';

const EVERY_MS = 60 * 60_000;

/**
 * Now, and then every hour of the clock, in any number of processes: renews the proof in completed documents before it ends. One
 * that cannot be renewed is tried again after a week.
 */
export function startRenewals(
  deps: RenewalDeps & {
    /** Called with what kept a document from being renewed, or ended a run. */
    onError(error: unknown): void;
  },
): { close(): Promise<void> } {
  const { clock, onError } = deps;
  const run = (signal: AbortSignal) => runRenewals(deps, signal);
  return runRegularly({ clock, everyMs: EVERY_MS, run, onError });
}

/** One run; returns how many documents it renewed. */
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
