import type { ServiceDeps } from '../deps.ts';
import { runRegularly } from '../run-regularly.ts';
import { finishErasure } from './finish-erasure.ts';
import { removeAll } from './remove-all.ts';
import type { RemovalDeps } from './remove-document.ts';
import { removeDocument } from './remove-document.ts';

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
