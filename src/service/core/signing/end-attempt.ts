import type { AttemptChange } from '../../store/documents/attempts.sql.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document } from '../documents/document.rules.ts';
import type { AuditFact } from '../evidence/audit.rules.ts';
import type { SignatureAttempt } from './signature.rules.ts';
import { unanswerableBefore } from './signature.rules.ts';

/** Call it after the commit. Never throws: a sweep removes leftovers. */
export async function deleteFile(
  { files }: Pick<ServiceDeps, 'files'>,
  key: string | undefined,
): Promise<void> {
  if (key !== undefined) await files.remove(key).catch(() => undefined);
}

/** A change to a locked attempt, and what is written with it. Without one, nothing is. */
export interface Advance<Result> {
  readonly change?: AttemptChange;
  readonly facts?: readonly AuditFact[];
  /** Writes in the same transaction. */
  readonly also?: (tx: StoreTransaction) => Promise<void>;
  readonly result: Result;
}

/** Locks document and attempt to change it, and deletes the prepared file of one that ends. */
export async function advanceAttempt<Result>(
  deps: Pick<ServiceDeps, 'store' | 'files'>,
  { documentId, txn, preparedKey }: SignatureAttempt,
  advanceOf: (locked?: SignatureAttempt, document?: Document) => Advance<Result>,
): Promise<Result> {
  const { change, result } = await deps.store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    const advance = advanceOf(await tx.lockAttempt(txn), document);
    if (!advance.change) return advance;
    await tx.changeAttempt(txn, advance.change);
    if (advance.facts) await tx.appendAudit(documentId, advance.facts);
    await advance.also?.(tx);
    return advance;
  });
  const isOver = change?.state !== undefined && change.state !== 'returned';
  if (isOver) await deleteFile(deps, preparedKey);
  return result;
}

/** Also deletes their prepared revisions. */
export async function expireAttempts(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  for (const lapsed of await deps.store.listLapsed(unanswerableBefore(deps.clock.now()))) {
    if (signal.aborted) return;
    await advanceAttempt(deps, lapsed, (locked) => {
      if (locked?.state !== 'at_gateway') return { result: undefined };
      const reason = locked.isSetAside ? 'unreadable_answer' : 'no answer came';
      return { change: { state: 'expired', reason }, result: undefined };
    });
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
