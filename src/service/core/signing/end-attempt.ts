import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import { discardFile } from './discard-file.ts';
import type { SignatureAttempt } from './signature.rules.ts';

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
