import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnusable, probeDatabase } from '../adapters/postgres/server/probe-database.ts';

const PAUSE_MS = 1000;
const WAIT_MS = 60_000;

/** Limits and observers of the wait. */
export interface DatabaseWait {
  /** Ends the wait early. */
  readonly signal: AbortSignal;
  /** Called once, when the database does not answer at first; `reason` holds no password. */
  readonly onWait: (reason: string) => void;
  /** Default: 60 s. */
  readonly forMs?: number;
}

/**
 * Waits for a database server that cannot be reached or is starting, as after a restart of both machines. Returns at once when it answers,
 * also when it refuses.
 * @throws {DatabaseUnusable} when the time is over
 */
export async function waitForDatabase(url: string, wait: DatabaseWait): Promise<void> {
  const { signal, onWait, forMs = WAIT_MS } = wait;
  const until = performance.now() + forMs;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const error = await probeDatabase(url).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    if (!(error instanceof DatabaseUnusable) || !error.isTransient) return;
    if (performance.now() > until) throw error;
    if (isFirst) onWait(error.message);
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
