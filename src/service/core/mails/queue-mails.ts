import type { StoreTransaction } from '../../store/store.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import { remindersOf } from '../documents/reminders.rules.ts';

async function queueReminders(
  tx: StoreTransaction,
  { documentId }: Document,
  { signerId, at }: Pick<Signer, 'signerId'> & { readonly at: Date },
): Promise<void> {
  for (const { notice, dueAt } of remindersOf(at)) {
    await tx.queueMail(notice, { documentId, signerId, at, dueAt });
  }
}

/** Mails a link to each signer, and queues the first one's reminders. */
export async function queueLinks(
  tx: StoreTransaction,
  document: Document,
  at: Date,
): Promise<void> {
  const { documentId, signers } = document;
  const notice = { kind: 'signing-link', staleAt: null } as const;
  for (const { signerId } of signers) await tx.queueMail(notice, { documentId, signerId, at });
  const [first] = signers;
  if (first) await queueReminders(tx, document, { ...first, at });
}

/** Mails and reminds the next signer, or mails the completion to everyone. */
export async function queueAfterSignature(
  tx: StoreTransaction,
  document: Document,
  at: Date,
): Promise<void> {
  const { documentId, signers } = document;
  const next = nextSigner(document);
  const kind = next ? 'your-turn' : 'completed';
  const to = next ? [next] : signers;
  for (const { signerId } of to) {
    await tx.queueMail({ kind, staleAt: null }, { documentId, signerId, at });
  }
  if (next) await queueReminders(tx, document, { ...next, at });
}
