import type { Origin } from '../../domain/documents/audit.ts';
import { assertOpen } from '../../domain/documents/document-states.ts';
import { asReason, REASON_LENGTH } from '../../domain/documents/reason.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import { extraEvent } from '../../domain/webhooks/events.ts';
import type { ServiceDeps } from '../deps.ts';
import { discardAttempt, endLiveAttempt } from '../signatures/end-attempt.ts';
import { lockOwnDocument } from './lock-own-document.ts';

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
    throw new DomainError('invalid_request', limits);
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
  await discardAttempt(deps, ended);
}
