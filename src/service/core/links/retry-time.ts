import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import { attemptsCountAfter, mayBeginAt } from '../signing/signature.rules.ts';
import type { Visit } from './find-visit.ts';
import { findVisit } from './find-visit.ts';

/** When a signer with too many attempts may begin again; undefined means now. */
export const retryTime = async (
  store: Pick<StoreTransaction, 'listAttemptTimes'>,
  { document: { documentId }, signer: { signerId } }: Visit,
  now: Date,
): Promise<Date | undefined> =>
  mayBeginAt(
    await store.listAttemptTimes({ documentId, signerId, after: attemptsCountAfter(now) }),
  );

/** Also undefined for a link that doesn't open its document. */
export async function readRetryTime(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  token: string,
): Promise<Date | undefined> {
  const visit = await findVisit(deps, token);
  return visit && (await retryTime(deps.store, visit, deps.clock.now()));
}
