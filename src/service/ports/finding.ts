import type { Document, Signer } from '../domain/document.ts';
import type { DocumentCursor } from '../domain/finding/cursor.ts';
import type { DocumentState } from '../domain/finding/document-state.ts';
import type { DocumentQuery } from '../domain/finding/read-query.ts';

/** Which documents of an account, newest first: all that is left out is no condition. */
export interface DocumentSearch {
  readonly accountId: string;
  /** Of an `id`, only the range is sought. */
  readonly query: DocumentQuery;
  readonly state?: DocumentState | undefined;
  /** Only those behind it. */
  readonly before?: DocumentCursor | undefined;
  readonly limit: number;
}

/** A document that was found, with its signers in signing order. */
export interface FoundDocument
  extends DocumentCursor,
    Pick<Document, 'documentId' | 'name' | 'status' | 'withdrawnAt'> {
  readonly signers: readonly Pick<Signer, 'name' | 'openedAt' | 'signedAt' | 'declinedAt'>[];
}

/** The part of the store that finds documents. */
export interface FindingStore {
  /** No document that was removed is found. */
  findDocuments(search: DocumentSearch): Promise<FoundDocument[]>;
}
