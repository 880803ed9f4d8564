import type { ServiceDeps } from '../deps.ts';
import { runRegularly } from '../run-regularly.ts';
import { finishErasure } from './erase.ts';
import { removeAll } from './remove-all.ts';
import type { RemovalDeps } from './remove-document.ts';
import { removeDocument } from './remove-document.ts';
import type { RenewalDeps } from './renew-proof.ts';
import { renewProof } from './renew-proof.ts';
import { nextLook } from './renewal.rules.ts';

const RENEWED_EVERY_MS = 60 * 60_000;

/** Tries a failure again after a week. Runs every hour of the clock, in any number of processes. */
export function startRenewals(
  deps: RenewalDeps & {
    /** Called when a renewal or a run fails. */
    onError(error: unknown): void;
  },
): { close(): Promise<void> } {
  const { clock, onError } = deps;
  const run = (signal: AbortSignal) => runRenewals(deps, signal);
  return runRegularly({ clock, everyMs: RENEWED_EVERY_MS, run, onError });
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

const EVERY_MS = 60 * 60_000;
/** Documents or attempts per query. */
const BATCH = 100;
/** API requests per statement. */
const REQUESTS = 5000;

type RunDeps = RemovalDeps & Pick<ServiceDeps, 'sessionClock'>;

export interface RetentionDeps extends RunDeps {
  /** Called when a run fails; the next one follows anyway. */
  onError(error: unknown): void;
}

/**
 * Continues erasures, removes documents after their retention, and deletes old exchanges, requests,
 * sessions and counts. Runs every hour of the clock, in any number of processes.
 */
export function startRetention(deps: RetentionDeps): { close(): Promise<void> } {
  const { clock, onError } = deps;
  const run = (signal: AbortSignal) => runRetention(deps, signal);
  return runRegularly({ clock, everyMs: EVERY_MS, run, onError });
}

/** Returns how many documents were removed after their retention. */
export async function runRetention(deps: RunDeps, signal?: AbortSignal): Promise<number> {
  const { store, clock, sessionClock } = deps;
  for (const erasure of await store.listErasures({ isOpen: true })) {
    if (signal?.aborted) return 0;
    await finishErasure(deps, erasure, signal);
  }
  const find = () => store.listRemovable({ now: clock.now(), limit: BATCH });
  const removed = await removeAll(find, (id) => removeDocument(deps, id, 'if-due'), signal);
  const exchanges = { now: clock.now(), limit: BATCH };
  while (!signal?.aborted && (await store.forgetExchanges(exchanges)) > 0);
  const requests = { now: clock.now(), limit: REQUESTS };
  while (!signal?.aborted && (await store.forgetRequests(requests)) > 0);
  await store.forgetActions(clock.now());
  await store.forgetSignIns(sessionClock.now());
  return removed;
}
