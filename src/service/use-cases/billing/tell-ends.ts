import { endsToTell, endToTell } from '../../domain/billing/notices.ts';
import type { ServiceDeps } from '../deps.ts';
import type { RegularRun } from '../run-regularly.ts';
import { runRegularly } from '../run-regularly.ts';
import { tellOwners } from './tell-owners.ts';

const EVERY_MS = 5 * 60_000;

/** Dependencies of the notices. */
export interface TellDeps extends Pick<ServiceDeps, 'store' | 'clock'> {
  /** Called with what ended a run; the next one follows all the same. */
  onError(error: unknown): void;
}

/** Now, and then every five minutes of the clock, in any number of processes: tells owners that access ends, or has ended. */
export function startTellingEnds(deps: TellDeps): RegularRun {
  const { clock, onError } = deps;
  return runRegularly({
    clock,
    everyMs: EVERY_MS,
    run: (signal) => tellEnds(deps, signal),
    onError,
  });
}

/** One run: queues the mails that are due, each once. */
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
