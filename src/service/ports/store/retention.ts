import type { Account } from '../../domain/accounts/account.ts';

/** What is erased: an account with everything of it, or one document. */
export interface ErasureSubject {
  readonly accountId: string;
  /** Null for the whole account. */
  readonly documentId: string | null;
}

/** An entry of the ledger of erasures. It names nobody. */
export interface Erasure extends ErasureSubject {
  /** A UUID. */
  readonly erasureId: string;
  readonly requestedAt: Date;
  /** Null until everything is erased. */
  readonly finishedAt: Date | null;
}

/** Which erasures: all that is left out is no condition. */
export interface ErasureFilter {
  /** Requested since then. */
  readonly since?: Date;
  readonly isOpen?: boolean;
  /** Of the whole account. */
  readonly accountId?: string;
  readonly documentId?: string;
}

/** How many documents of an account keep it from being erased. */
export interface OpenDocuments {
  /** Waiting for signatures. */
  readonly open: number;
  /** On legal hold of their own. */
  readonly held: number;
}

/** A document on legal hold of its own. */
export interface HeldDocument {
  readonly documentId: string;
  readonly reason: string;
}

/** The operations of a transaction that remove documents and accounts. */
export interface RetentionTransaction {
  /** Locks an account, also an erased one; undefined when there is none. */
  lockAccount(accountId: string): Promise<Account | undefined>;
  /** Puts a document on legal hold, or releases it with null. */
  holdDocument(documentId: string, reason: string | null): Promise<void>;
  /** Removes all of a locked document but its tombstone: ids, times, hashes of files, and the chain of its trail. */
  removeDocument(documentId: string, at: Date): Promise<void>;
  countOpen(accountId: string): Promise<OpenDocuments>;
  /** Erases a locked account's name, settings and keys, and removes its endpoints. */
  eraseAccount(accountId: string, at: Date): Promise<void>;
  /** Erases what is left of an erased account without documents: endpoints with secrets, test events, and API requests. */
  clearAccount(accountId: string): Promise<void>;
  /** Writes an erasure into the ledger, unless it is there; returns the one that is. */
  insertErasure(added: Omit<Erasure, 'erasureId' | 'finishedAt'>): Promise<Erasure>;
  finishErasure(erasureId: string, at: Date): Promise<void>;
}

/** The part of the store that says what is to be removed. */
export interface RetentionStore {
  /** Ids of documents that are to be removed now. */
  listRemovable(query: { readonly now: Date; readonly limit: number }): Promise<string[]>;
  /**
   * Takes the completed document whose proof was to be renewed first, and puts it off `until` then: two processes never have the same
   * one. Undefined when none is due.
   */
  claimRenewal(query: { readonly now: Date; readonly until: Date }): Promise<string | undefined>;
  /** Ids of an account's documents that were not removed. */
  listKept(query: { readonly accountId: string; readonly limit: number }): Promise<string[]>;
  /** An account's documents on legal hold of their own, oldest first. */
  listHeld(accountId: string): Promise<HeldDocument[]>;
  /** Forgets what attempts exchanged with endpoints once it is old enough; returns of how many. */
  forgetExchanges(query: { readonly now: Date; readonly limit: number }): Promise<number>;
  /** Removes old API requests from their log; returns how many. */
  forgetRequests(query: { readonly now: Date; readonly limit: number }): Promise<number>;
  /** Forgets what allowances were taken for more than a day before. */
  forgetActions(now: Date): Promise<void>;
  /** Erasures, oldest first. */
  listErasures(filter: ErasureFilter): Promise<Erasure[]>;
  /** Entries of trails from before values could be erased (version 1), which keep theirs. */
  countUnerasable(subject: ErasureSubject): Promise<number>;
}
