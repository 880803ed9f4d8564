import type { Origin } from '../../domain/documents/audit.ts';
import type { Signer } from '../../domain/documents/document.ts';
import { assertOpen, nextSigner } from '../../domain/documents/document-states.ts';
import { hasEnded, linksUntil } from '../../domain/documents/link-life.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { ServiceDeps } from '../deps.ts';
import { takeMail } from '../mails/take-mail.ts';
import { lockOwnDocument } from './lock-own-document.ts';

export interface ResentLink extends Pick<Signer, 'signerId' | 'name' | 'email'> {
  readonly linksUntil: Date;
}

/**
 * Mails the next signer, and extends all links. Expired links stay so: their signers get new ones.
 * @throws {DomainError} `not_found`; `invalid_state` unless the document waits for signatures, or
 * after too many such mails
 */
export async function resendLink(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  request: { readonly documentId: string; readonly origin: Origin },
): Promise<ResentLink> {
  const accountId = permit(caller, 'documents.resend');
  const account = await store.findAccount(accountId);
  return await store.transaction(async (tx) => {
    const document = await lockOwnDocument(tx, { ...request, accountId });
    assertOpen(document);
    const next = nextSigner(document);
    if (!next || !account) throw new DomainError('invalid_state', 'It is nobody’s turn to sign.');
    const { documentId, signers } = document;
    const { signerId, name, email } = next;
    const at = clock.now();
    await takeMail(tx, { accountId, to: email, purpose: 'link' }, at);
    if (hasEnded(document, at)) {
      for (const signer of signers)
        await tx.changeSigner(signer.signerId, { linkGeneration: signer.linkGeneration + 1 });
    }
    const until = linksUntil(at, account.linkDays);
    await tx.changeDocument(documentId, { linksUntil: until, updatedAt: at });
    const data = { signerId, email, linksUntil: until.toISOString() };
    const { origin } = request;
    await tx.appendAudit(documentId, [{ type: 'link.resent', at, origin, data }]);
    await tx.queueMail({ kind: 'signing-link', staleAt: null }, { documentId, signerId, at });
    return { signerId, name, email, linksUntil: until };
  });
}
