import type { Document } from '../documents/document.rules.ts';
import type { AuditFact } from '../evidence/audit.rules.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import type { AttemptDeps } from './attempt-item.ts';
import { NOT_NEEDED } from './attempt-item.ts';
import type { DeliveryAttempt } from './outbox.rules.ts';

function factsOf(
  { item, result, verdict }: DeliveryAttempt,
  { signers }: Document,
  at: Date,
): AuditFact[] {
  if (item.kind !== 'mail') return [];
  const { signerId, mail, attempt: tries } = item;
  const email = signers.find((signer) => signer.signerId === signerId)?.email ?? null;
  const data = { signerId, email, mail: mail.kind, tries };
  const common = { at, origin: SYSTEM };
  return verdict.state === 'done'
    ? [{ type: 'email.sent', data, ...common }]
    : [{ type: 'email.failed', data: { ...data, reason: result.error }, ...common }];
}

const isOver = ({ item, result, verdict }: DeliveryAttempt): boolean =>
  item.kind === 'mail' && verdict.state !== 'queued' && result.error !== NOT_NEEDED;

/**
 * Records mails that were sent, or given up, in the trails of their documents: in one transaction a
 * document. Before they are settled: a crash in between repeats both, and leaves two entries. Errors
 * are only reported: an unsettled attempt would repeat the mail.
 */
export async function recordMails(
  { store, clock, onError }: AttemptDeps,
  ended: readonly DeliveryAttempt[],
): Promise<void> {
  const over = ended.filter(isOver);
  for (const documentId of new Set(over.map(({ item }) => item.documentId))) {
    if (documentId === null) continue;
    const own = over.filter(({ item }) => item.documentId === documentId);
    const recording = store.transaction(async (tx) => {
      const document = await tx.lockDocument(documentId);
      if (!document) return;
      const at = clock.now();
      const facts = own.flatMap((tried) => factsOf(tried, document, at));
      await tx.appendAudit(documentId, facts);
    });
    await recording.catch((error: unknown) => onError?.(error));
  }
}
