import type { Document, Signer } from '../domain/document.ts';
import { mailOf } from '../domain/mails/mail-of.ts';
import type { Mail, MailNotice, OutboxItem } from '../domain/outbox.ts';
import { turnSince } from '../domain/reminders.ts';
import type { ServiceDeps } from './deps.ts';
import { signUrl } from './retrieve-document.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'clock' | 'gateway'>;

/** A mail in the outbox. */
export type MailItem = OutboxItem & { readonly kind: 'mail' };

/**
 * Writes a mail that is due, from what stands now; undefined when it is not needed any more: its signer has signed
 * meanwhile, or it grew stale.
 */
export async function writeMail(
  { store, links, clock, gateway }: Deps,
  { documentId, signerId, mail }: MailItem,
): Promise<Mail | undefined> {
  const document = await store.findDocument(documentId);
  const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
  const now = clock.now();
  if (!document || !signer || !isNeeded(mail, { document, signer, now })) return undefined;
  const sender = await store.findAccount(document.accountId);
  return mailOf({
    kind: mail.kind,
    to: signer.email,
    senderName: sender?.name ?? '',
    documentName: document.name,
    signUrl: signUrl(links, signer.signerId),
    signers: document.signers.map(({ name, signedAt, signerId: id }) => {
      return { name, signedAt, isYou: id === signer.signerId };
    }),
    turnSince: turnSince(document, signer.signingOrder),
    isTest: gateway.isTest,
    now,
  });
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
