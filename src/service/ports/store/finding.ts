import type { Document, Signer } from '../../domain/documents/document.ts';
import type { DocumentCursor } from '../../domain/finding/cursor.ts';
import type { DocumentState } from '../../domain/finding/document-state.ts';
import type { DocumentQuery } from '../../domain/finding/read-query.ts';
import type { MailNotice } from '../../domain/outbox.ts';

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

/** A mail about a document, and how far it has come. */
export interface MailState {
  readonly kind: MailNotice['kind'];
  /** Null for a mail to the account. */
  readonly signerId: string | null;
  readonly state: 'queued' | 'done' | 'failed' | 'skipped';
  readonly createdAt: Date;
  /** Attempts begun. */
  readonly tries: number;
  /** Null once no other try follows. */
  readonly nextTryAt: Date | null;
  /** Of the newest attempt that is over; null before. */
  readonly endedAt: Date | null;
  /** Machine-readable reason of a failure, or why nothing was sent; null without one. */
  readonly error: string | null;
  /** When it was recorded that it came back; null unless it did. */
  readonly bouncedAt: Date | null;
}

/** The part of the store that finds documents, and what was mailed about one. */
export interface FindingStore {
  /** The mails about a document, oldest first. */
  listMails(documentId: string): Promise<MailState[]>;
  /** No document that was removed is found. */
  findDocuments(search: DocumentSearch): Promise<FoundDocument[]>;
}
