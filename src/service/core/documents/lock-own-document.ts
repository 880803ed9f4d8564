import type { StoreTransaction } from '../../store/store.ts';
import type { Document } from './document.rules.ts';
import { documentNotFound } from './read-documents.ts';

export interface OwnDocument {
  readonly accountId: string;
  readonly documentId: string;
}

/** @throws {DomainError} `not_found` */
export async function lockOwnDocument(
  tx: StoreTransaction,
  { accountId, documentId }: OwnDocument,
): Promise<Document> {
  const document = await tx.lockDocument(documentId);
  if (document?.accountId !== accountId) throw documentNotFound();
  return document;
}
