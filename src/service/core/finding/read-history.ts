import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { Caller } from '../../members/permissions.rules.ts';
import type { MailState } from '../../store/documents/list-mails.ts';
import type { DeliverySummary } from '../../webhooks/delivery.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document } from '../documents/document.rules.ts';
import { findOwnDocument } from '../documents/read-documents.ts';

/** For entries of a trail, and for deliveries. */
export const HISTORY_LIMIT = 500;

export interface DocumentHistory {
  readonly document: Document;
  /** The first entries, oldest first. */
  readonly trail: readonly AuditEntry[];
  /** Oldest first. */
  readonly mails: readonly MailState[];
  /** Newest first. */
  readonly deliveries: readonly DeliverySummary[];
}

/** @throws {DomainError} `not_found` */
export async function readHistory(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
  id: string,
): Promise<DocumentHistory> {
  const document = await findOwnDocument({ store }, caller, id);
  const { documentId, accountId } = document;
  const limit = HISTORY_LIMIT;
  const [trail, mails, deliveries] = await Promise.all([
    store.readAudit(documentId, { limit }),
    store.listMails(documentId),
    store.listDeliveries({ accountId, documentId, limit }),
  ]);
  return { document, trail, mails, deliveries };
}
