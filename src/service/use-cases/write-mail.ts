import type { Document, Signer } from '../domain/document.ts';
import { completedMail, signingLinkMail } from '../domain/mails.ts';
import type { Mail, MailNotice, OutboxItem } from '../domain/outbox.ts';
import type { ServiceDeps } from './deps.ts';
import { signUrl } from './retrieve-document.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'clock'>;

/** A mail in the outbox. */
export type MailItem = OutboxItem & { readonly kind: 'mail' };

/**
 * Writes a mail that is due, from what stands now; undefined when it is not needed any more: its signer has signed
 * meanwhile, or it grew stale.
 */
export async function writeMail(
  { store, links, clock }: Deps,
  { documentId, signerId, mail }: MailItem,
): Promise<Mail | undefined> {
  const document = await store.findDocument(documentId);
  const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
  if (!document || !signer || !isNeeded(mail, { document, signer, now: clock.now() })) {
    return undefined;
  }
  const sender = await store.findAccount(document.accountId);
  const about = {
    to: signer.email,
    signerName: signer.name,
    documentName: document.name,
    senderName: sender?.name ?? '',
    signUrl: signUrl(links, signer.signerId),
    signingOrder: signer.signingOrder,
    signerCount: document.signers.length,
  };
  return mail.kind === 'completed' ? completedMail(about) : signingLinkMail(about);
}

interface Standing {
  readonly document: Document;
  readonly signer: Signer;
  readonly now: Date;
}

function isNeeded({ kind, staleAt }: MailNotice, { document, signer, now }: Standing): boolean {
  if (kind === 'completed') return document.status === 'COMPLETED';
  if (document.status !== 'SENT' || signer.signedAt) return false;
  return staleAt === null || now < new Date(staleAt);
}
