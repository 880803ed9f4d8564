import type { ServiceDeps } from '../deps.ts';
import { asReason, REASON_LENGTH } from '../documents/document.rules.ts';
import { extraEvent } from '../documents/document-events.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { findVisit } from '../links/signing-view.ts';
import { tellSender } from '../mails/queue-mails.ts';
import { deleteFile, endLiveAttempt } from './end-attempt.ts';

export interface DeclineRequest {
  readonly token: string;
  /** The signer's words to the sender; may be empty. */
  readonly reason: string;
  readonly origin: Origin;
}

/**
 * Nobody can sign any more, the sender gets a mail (without an address, its owners do), and an
 * attempt at the authority ends. The status stays SENT, only endpoints that ask for it get an
 * event, and credits aren't returned. False, without effect, if it isn't their turn or the link is
 * invalid.
 * @throws {DomainError} `invalid_request` for a reason of more than 500 characters
 */
export async function declineDocument(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'links' | 'clock'>,
  request: DeclineRequest,
): Promise<boolean> {
  const reason = asReason(request.reason);
  if (reason.length > REASON_LENGTH) {
    const limit = `A reason has at most ${REASON_LENGTH} characters.`;
    throw new DomainError('invalid_request', limit);
  }
  const visit = await findVisit(deps, request.token);
  if (!visit) return false;
  const { documentId } = visit.document;
  const { signerId } = visit.signer;
  const { isDeclined, ended } = await deps.store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    if (!document || nextSigner(document)?.signerId !== signerId) return { isDeclined: false };
    const live = await endLiveAttempt(tx, documentId);
    const at = deps.clock.now();
    const declineReason = reason === '' ? null : reason;
    const declined = { signerId, declinedAt: at, declineReason };
    await tx.changeDocument(documentId, { updatedAt: at, signer: declined });
    const origin = { ...request.origin, actor: `signer:${signerId}` };
    const data = { signerId, reason: declineReason, ...(live && { txn: live.txn }) };
    await tx.appendAudit(documentId, [{ type: 'signer.declined', at, origin, data }]);
    const happening = { event: 'signer.declined', signerId, reason: declineReason } as const;
    const { accountId } = document;
    const event = extraEvent(document, happening, at);
    await tx.emitEvent({ accountId, documentId, event }, at);
    await tellSender(tx, { kind: 'declined' }, { document, at });
    return { isDeclined: true, ended: live };
  });
  await deleteFile(deps, ended?.preparedKey);
  return isDeclined;
}
