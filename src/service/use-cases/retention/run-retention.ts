import type { ServiceDeps } from '../deps.ts';
import { runRegularly } from '../run-regularly.ts';
import { finishErasure } from './finish-erasure.ts';
import { removeAll } from './remove-all.ts';
import type { RemovalDeps } from './remove-document.ts';
import { removeDocument } from './remove-document.ts';

const EVERY_MS = 60 * 60_000;
/** Documents, or attempts, of one query. */
const BATCH = 100;
/** API requests removed by one statement. */
const REQUESTS = 5000;

type RunDeps = RemovalDeps & Pick<ServiceDeps, 'sessionClock'>;

/** Dependencies of the retention. */
export interface RetentionDeps extends RunDeps {
  /** Called with what ended a run; the next one follows all the same. */
  onError(error: unknown): void;
}

/**
 * Now, and then every hour of the clock, in any number of processes: continues erasures that were cut off, removes documents whose
 * time is over, and forgets old exchanges with webhook endpoints, old API requests, sessions that are over, and
 * what limits do not count any more.
 */
export function startRetention(deps: RetentionDeps): { close(): Promise<void> } {
  const { clock, onError } = deps;
  const run = (signal: AbortSignal) => runRetention(deps, signal);
  return runRegularly({ clock, everyMs: EVERY_MS, run, onError });
}

/** One run; returns how many documents it removed whose time was over. */
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
