import type { Document, Signer } from '../../domain/document.ts';
import { nextSigner } from '../../domain/document-states.ts';
import { remindersOf } from '../../domain/reminders.ts';
import type { StoreTransaction } from '../../ports/document-store.ts';

/** Queues the reminders of whose turn it is now. */
async function queueReminders(
  tx: StoreTransaction,
  { documentId }: Document,
  { signerId, at }: Pick<Signer, 'signerId'> & { readonly at: Date },
): Promise<void> {
  for (const { notice, dueAt } of remindersOf(at)) {
    await tx.queueMail(notice, { documentId, signerId, at, dueAt });
  }
}

/** Queues the mails of a document that is being sent: a link to each signer, reminders for the first. */
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

/** Queues what follows from a signature: word and reminders to the next signer, or word to all that it is complete. */
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
