import type { Document } from '../../domain/documents/document.ts';
import type { DeliverySummary } from '../../domain/webhooks/delivery.ts';

/** A document that is to be sent or signed, and how many of its signers have signed. */
export interface OpenDocument extends Pick<Document, 'documentId' | 'name' | 'sentAt'> {
  readonly signers: number;
  readonly signed: number;
}

/** The first few of a list, and how many there are: 1000 at most, since nobody counts further. */
export interface Excerpt<Item> {
  readonly count: number;
  readonly items: readonly Item[];
}

/** How far an account has come, what waits, and what failed. */
export interface AccountOverview {
  readonly hasKey: boolean;
  readonly hasCreated: boolean;
  /** Of the account's newest 1000 documents, one was sent. True for an account with that many. */
  readonly hasSent: boolean;
  /** One of them was completed. Also true for an account with that many. */
  readonly hasCompleted: boolean;
  /** The newest draft, until the first document was sent. */
  readonly draft: OpenDocument | null;
  /** Documents that wait for signatures, oldest first. */
  readonly waiting: Excerpt<OpenDocument>;
  /**
   * Deliveries of the last seven days that were given up, or whose last attempt failed, newest first. Test events do not count,
   * and of each endpoint only its newest 1000 deliveries.
   */
  readonly failed: Excerpt<DeliverySummary>;
}
