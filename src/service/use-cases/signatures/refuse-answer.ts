import type { ServiceDeps } from '../deps.ts';
import type { FailedAnswer } from './answer-evidence.ts';
import { failedFact } from './answer-evidence.ts';

/**
 * Ends the attempt whose address an answer was brought to that nobody can use, and records the refusal: the signer may
 * start again at once. Does nothing unless that attempt is at the gateway.
 */
export async function refuseAnswer(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  txn: string,
  answer: FailedAnswer,
): Promise<void> {
  const attempt = await store.findAttempt(txn);
  if (!attempt) return;
  const { documentId, signerId } = attempt;
  const { reason, stored, origin } = answer;
  await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    const locked = await tx.lockAttempt(txn);
    if (locked?.state !== 'at_gateway') return;
    await tx.changeAttempt(txn, { state: 'failed', answer: stored, reason });
    const from = { ...origin, actor: `signer:${signerId}` };
    await tx.appendAudit(documentId, [
      failedFact(attempt, { ...answer, origin: from }, clock.now()),
    ]);
  });
}
