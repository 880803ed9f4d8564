import type { ServiceDeps } from '../core/deps.ts';
import type { RegularRun } from '../core/run-regularly.ts';
import { runRegularly } from '../core/run-regularly.ts';
import { endsToTell, endToTell } from './notices.rules.ts';
import { tellOwners } from './tell-owners.ts';

const EVERY_MS = 5 * 60_000;

export interface TellDeps extends Pick<ServiceDeps, 'store' | 'clock'> {
  /** Called when a run fails; the next one follows anyway. */
  onError(error: unknown): void;
}

/** Mails owners every five minutes of the clock, in any number of processes. */
export function startTellingEnds(deps: TellDeps): RegularRun {
  const { clock, onError } = deps;
  return runRegularly({
    clock,
    everyMs: EVERY_MS,
    run: (signal) => tellEnds(deps, signal),
    onError,
  });
}

/** Queues each due mail once. */
export async function tellEnds(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (const accountId of await store.listEnding(endsToTell(now))) {
    if (signal?.aborted) return;
    await store.transaction(async (tx) => {
      const account = await tx.lockAccount(accountId);
      const due = account && !account.erasedAt ? endToTell(account, now) : undefined;
      if (!due) return;
      const { about, of } = due;
      await tellOwners(tx, { accountId, about, of: of.toISOString() }, now);
    });
  }
}
