import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import { deleteFile, endLiveAttempt } from '../signing/end-attempt.ts';
import { asReason, REASON_LENGTH } from './document.rules.ts';
import { extraEvent } from './document-events.rules.ts';
import { assertOpen } from './document-states.rules.ts';
import { lockOwnDocument } from './read-documents.ts';

export interface WithdrawRequest {
  readonly documentId: string;
  /** Shown to signers; 1 to 500 characters. */
  readonly reason: string;
  readonly origin: Origin;
  /** The prefix of the API key that asks. */
  readonly apiKey?: string;
}

/**
 * Closes the links, ends an attempt at the authority, and mails all signers. The status stays SENT,
 * only endpoints that ask for it get an event, and credits aren't returned.
 * @throws {DomainError} `invalid_request`, `not_found`; `invalid_state` unless it waits for
 * signatures
 */
export async function withdrawDocument(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'clock'>,
  caller: Caller,
  request: WithdrawRequest,
): Promise<void> {
  const accountId = permit(caller, 'documents.withdraw');
  const reason = asReason(request.reason);
  if (reason === '' || reason.length > REASON_LENGTH) {
    const limits = `A reason of 1 to ${REASON_LENGTH} characters is needed: signers will see it.`;
    throw new DomainError('invalid_request', limits, 'reason');
  }
  const ended = await deps.store.transaction(async (tx) => {
    const document = await lockOwnDocument(tx, { ...request, accountId });
    assertOpen(document);
    const { documentId, signers } = document;
    const live = await endLiveAttempt(tx, documentId);
    const at = deps.clock.now();
    const change = { withdrawnAt: at, withdrawalReason: reason, updatedAt: at };
    await tx.changeDocument(documentId, change);
    const { origin, apiKey } = request;
    const data = { reason, ...(live && { txn: live.txn }), ...(apiKey && { apiKey }) };
    await tx.appendAudit(documentId, [{ type: 'document.withdrawn', at, origin, data }]);
    const event = extraEvent(document, { event: 'document.withdrawn', reason }, at);
    await tx.emitEvent({ accountId, documentId, event }, at);
    const notice = { kind: 'withdrawn', staleAt: null } as const;
    for (const { signerId } of signers) await tx.queueMail(notice, { documentId, signerId, at });
    return live;
  });
  await deleteFile(deps, ended?.preparedKey);
}
