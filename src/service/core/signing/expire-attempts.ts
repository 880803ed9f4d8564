import type { ServiceDeps } from '../deps.ts';
import { discardFile } from './discard-file.ts';
import { unanswerableBefore } from './signature.rules.ts';

/** Also removes their prepared revisions. */
export async function expireAttempts(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = deps;
  for (const lapsed of await store.listLapsed(unanswerableBefore(clock.now()))) {
    if (signal.aborted) return;
    const hasEnded = await store.transaction(async (tx) => {
      await tx.lockDocument(lapsed.documentId);
      const attempt = await tx.lockAttempt(lapsed.txn);
      if (attempt?.state !== 'at_gateway') return false;
      const reason = attempt.isSetAside ? 'unreadable_answer' : 'no answer came';
      await tx.changeAttempt(lapsed.txn, { state: 'expired', reason });
      return true;
    });
    if (hasEnded) await discardFile(deps, lapsed.preparedKey);
  }
}
