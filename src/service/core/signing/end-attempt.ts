import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { SignatureAttempt } from './signature.rules.ts';
import { unanswerableBefore } from './signature.rules.ts';

/** Call it after the commit. Never throws: a sweep removes leftovers. */
export async function discardFile(
  { files }: Pick<ServiceDeps, 'files'>,
  key: string,
): Promise<void> {
  await files.remove(key).catch(() => undefined);
}

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

/** No answer is embedded any more. The document must be locked. Undefined without an attempt. */
export async function endLiveAttempt(
  tx: StoreTransaction,
  documentId: string,
): Promise<SignatureAttempt | undefined> {
  const live = await tx.lockLiveAttempt(documentId);
  if (live) await tx.changeAttempt(live.txn, { state: 'stale', reason: 'closed' });
  return live;
}

/** Removes the file of an attempt that `endLiveAttempt` ended. The end must be committed. */
export async function discardAttempt(
  deps: Pick<ServiceDeps, 'files'>,
  ended: SignatureAttempt | undefined,
): Promise<void> {
  if (ended) await discardFile(deps, ended.preparedKey);
}
