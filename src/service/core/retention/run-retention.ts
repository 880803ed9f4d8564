import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { ServiceDeps } from '../deps.ts';
import type { RegularRun } from '../run-regularly.ts';
import { runRegularly } from '../run-regularly.ts';
import { expireAttempts } from '../signing/end-attempt.ts';
import { finishErasure } from './erase.ts';
import type { RemovalDeps } from './remove-document.ts';
import { removeAll, removeDocument } from './remove-document.ts';
import type { RenewalDeps } from './renew-proof.ts';
import { renewProof } from './renew-proof.ts';
import { nextLook } from './retention.rules.ts';

interface Reporting {
  /** Called when a run, or one renewal, fails; the next one follows anyway. */
  onError(error: unknown): void;
}

/** Tries a failure again after a week. Runs every hour of the clock, in any number of processes. */
export function startRenewals(deps: RenewalDeps & Reporting): RegularRun {
  const { clock, onError } = deps;
  const run = (signal: AbortSignal) => runRenewals(deps, signal);
  return runRegularly({ clock, everyMs: HOUR_MS, run, onError });
}

/** Returns how many documents were renewed. */
export async function runRenewals(
  deps: RenewalDeps & Reporting,
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

/** Documents or attempts per query. */
const BATCH = 100;
/** API requests per statement. */
const REQUESTS = 5000;

type RunDeps = RemovalDeps & Pick<ServiceDeps, 'sessionClock'>;

/**
 * Continues erasures, removes documents after their retention, and deletes old exchanges, requests,
 * sessions and counts. Runs every hour of the clock, in any number of processes.
 */
export function startRetention(deps: RunDeps & Reporting): RegularRun {
  const { clock, onError } = deps;
  const run = (signal: AbortSignal) => runRetention(deps, signal);
  return runRegularly({ clock, everyMs: HOUR_MS, run, onError });
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

const FOLDER = 'documents';
/** Younger files may belong to an uncommitted row. */
const AGE_MS = DAY_MS;
/** How long files can be restored from the trash. */
const TRASH_MS = 7 * DAY_MS;

/**
 * Trashes files left by crashes or ended attempts; deletes them a week later. Returns the number.
 * @throws {TooManyUnused} when the database can't be the one for these files; nothing was moved
 */
export async function sweepFiles(
  { store, files }: Pick<ServiceDeps, 'store' | 'files'>,
  signal: AbortSignal,
): Promise<number> {
  const inUse = async (keys: readonly string[]) =>
    await store.listFileKeys([...new Set(keys.map((key) => key.split('/')[1] ?? ''))]);
  const moved = await files.sweep({ below: FOLDER, olderThanMs: AGE_MS, inUse, signal });
  await files.emptyTrash({ olderThanMs: TRASH_MS, signal });
  return moved;
}

/** Runs every 6 hours of the clock, concurrently in any number of processes. */
export function startSweeps(deps: RemovalDeps & Reporting): RegularRun {
  const { clock, onError } = deps;
  const run = async (signal: AbortSignal) => {
    await expireAttempts(deps, signal);
    await sweepFiles(deps, signal);
  };
  return runRegularly({ clock, everyMs: 6 * HOUR_MS, run, onError });
}
