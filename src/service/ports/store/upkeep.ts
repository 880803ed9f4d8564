import type { Account } from '../../domain/accounts/account.ts';
import type { StoredFile } from '../../domain/documents/document.ts';
import type { Fingerprints, Installation } from '../../domain/installation.ts';
import type { MailNotice } from '../../domain/outbox.ts';

/** An account with its balance. */
export interface AccountSummary extends Account {
  readonly createdAt: Date;
  readonly credits: number;
}

/** A document's files, and its place among all documents. */
export interface RecordedFiles {
  readonly seq: number;
  readonly documentId: string;
  readonly files: readonly StoredFile[];
}

/** What waits in the database, whichever process is to do it. */
export interface Work {
  readonly outbox: ReadonlyArray<{
    readonly kind: string;
    readonly due: number;
    readonly oldestSeconds: number;
  }>;
  /** In the last day. */
  readonly mailsGivenUp: number;
  /** How long the oldest answer of an authority has waited to be judged or embedded. */
  readonly returnedSeconds: number;
  /** Of the last hour. */
  readonly attempts: ReadonlyArray<{
    /** Empty for those from before there were several. */
    readonly gateway: string;
    readonly state: string;
    readonly reason: string | null;
    readonly count: number;
  }>;
  /** The gateways that failed some day, and whether new attempts go elsewhere now. */
  readonly breakers: ReadonlyArray<{ readonly gateway: string; readonly isOpen: boolean }>;
}

/** How busy this process's connections are, and what waits. */
export interface Load {
  readonly connections: Readonly<Record<'busy' | 'idle' | 'waiting', number>>;
  /** Undefined while the database takes no queries. */
  readonly work: Work | undefined;
}

/** What a mail was about. */
export interface SentMail {
  /** Null for a mail to an account. */
  readonly documentId: string | null;
  readonly signerId: string | null;
  readonly kind: MailNotice['kind'];
}

/** Requests to be added to a count. */
export interface AddedCount {
  /** 32 hexadecimal digits. */
  readonly key: string;
  readonly added: number;
}

/** Two records that cannot both be true, or one that has waited too long. */
export interface Contradiction {
  /** Such as `balance` or `signature_without_answer`. */
  readonly kind: string;
  /** The id of the account, document, transaction or endpoint. */
  readonly id: string;
  /** One sentence without its end. */
  readonly what: string;
}

/** The part of the store that operators and the running of a deployment need, beside documents. */
export interface Upkeep {
  /** The installation that the database belongs to. */
  readInstallation(): Promise<Installation | undefined>;
  /** Stores an installation unless there is one. Returns the one that is stored. */
  createInstallation(wanted: Installation): Promise<Installation>;
  /** Sets which secrets are the newest. */
  changeFingerprints(fingerprints: Fingerprints): Promise<void>;
  /** Whether there is a document, of any account. */
  hasDocuments(): Promise<boolean>;
  /** All accounts, oldest first. */
  listAccounts(): Promise<AccountSummary[]>;
  /** What a mail was about; undefined when there is none with this id. */
  findMail(mailId: string): Promise<SentMail | undefined>;
  /** The files of the documents behind a place, in the order of their creation. */
  listRecorded(page: { after: number; limit: number }): Promise<RecordedFiles[]>;
  /** What the records of ledger, signatures, events, outbox and secrets contradict. */
  listContradictions(now: Date): Promise<Contradiction[]>;
  /** The endpoints, also removed ones, whose secrets none of the keys opens. */
  listUnopenedSecrets(): Promise<string[]>;
  /** The gateways of attempts that hold an answer, or that expire after this time without one. */
  listLiveGateways(expiresAfter: Date): Promise<string[]>;
  /**
   * Makes attempts due that wait with an answer, this one or all; returns their transactions. An answer that is set aside is judged
   * once more if it is this one.
   */
  makeDue(due: { now: Date; txn: string | null }): Promise<string[]>;
  /** The attempts whose answers are set aside. */
  listSetAside(): Promise<string[]>;
  /** Seals every secret under the newest key; returns how many endpoints that changed. */
  resealSecrets(): Promise<number>;
  /** Adds to the counts of a minute, and returns the totals of all processes by key. */
  addCounts(minute: Date, counts: readonly AddedCount[]): Promise<Map<string, number>>;
  measure(): Promise<Load>;
  /** Resolves when the database answers. @throws {Error} when it does not */
  ping(): Promise<void>;
}
