import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { DocumentSummary } from '../../../contract/document.ts';
import type { Account, AccountSettings } from '../../domain/accounts/account.ts';
import type { Allowance, UsedUp } from '../../domain/allowances.ts';
import type { AuditFact } from '../../domain/audit/audit.ts';
import type { Logo } from '../../domain/branding/logo.ts';
import type { Breaker } from '../../domain/breaker.ts';
import type { Document, Download, Signer } from '../../domain/documents/document.ts';
import type { SignatureAttempt } from '../../domain/documents/signature.ts';
import type {
  DeliveryAttempt,
  EventFact,
  MailDue,
  MailNotice,
  OutboxClaim,
  OutboxItem,
  TestFact,
} from '../../domain/outbox.ts';
import type { DraftUse } from '../../domain/quotas.ts';
import type {
  DeliveryFilter,
  DeliverySummary,
  LoggedDelivery,
  ResendFilter,
} from '../../domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import type { ApiKeyStore, ApiKeyTransaction } from './api-keys.ts';
import type { AttemptChange, AttemptStore, AttemptsOfSigner } from './attempts.ts';
import type { BillingStore, BillingTransaction } from './billing.ts';
import type { FindingStore } from './finding.ts';
import type { MembersStore, MembersTransaction } from './members.ts';
import type { RequestStore } from './requests.ts';
import type { RetentionStore, RetentionTransaction } from './retention.ts';
import type { Upkeep } from './upkeep.ts';

/**
 * The database takes no work now: it is out of reach, restarts, became read-only, or has no connection left. Whether a commit that
 * was under way happened is unknown.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(options?: ErrorOptions) {
    super('The database is not available.', options);
  }
}

/** The changed fields of a document, always including `updatedAt`. */
export type DocumentChange = Partial<
  Pick<
    Document,
    | 'status'
    | 'sentAt'
    | 'completedAt'
    | 'withdrawnAt'
    | 'withdrawalReason'
    | 'linksUntil'
    | 'pages'
    | 'placements'
    | 'prepared'
    | 'head'
  >
> & {
  /** When its proof is to be renewed. */
  readonly renewAt?: Date;
  readonly updatedAt: Date;
};

/** The changed fields of a signer. */
export type SignerChange = Partial<
  Pick<
    Signer,
    | 'openedAt'
    | 'consentedAt'
    | 'signedAt'
    | 'declinedAt'
    | 'declineReason'
    | 'linkGeneration'
    | 'certifiedName'
    | 'identity'
  >
>;

/** The changed fields of an account. */
export type AccountChange = Partial<
  AccountSettings & Omit<Account, keyof AccountSettings | 'accountId' | 'logoHash' | 'erasedAt'>
>;

/** The changed fields of a webhook endpoint. */
export type EndpointChange = Partial<
  Pick<
    WebhookEndpoint,
    'secret' | 'nextSecret' | 'enabled' | 'disabledReason' | 'disabledAt' | 'health'
  >
>;

/** Which entries of an audit trail to read: all that is left out is no condition. */
export interface AuditPage {
  /** Behind this sequence number. */
  readonly after?: number;
  readonly limit?: number;
  /** Of this type. */
  readonly type?: string;
}

/** A page of an account's documents, newest first. */
export interface DocumentPage {
  readonly accountId: string;
  readonly limit: number;
  readonly offset: number;
}

/** The operations of a transaction. All take effect or none; locks last until it ends. */
export interface StoreTransaction
  extends RetentionTransaction,
    ApiKeyTransaction,
    MembersTransaction,
    BillingTransaction {
  /** Locks a document; undefined when there is none, it was removed, or `skip` finds it locked. */
  lockDocument(documentId: string, ifLocked?: 'wait' | 'skip'): Promise<Document | undefined>;
  insertDocument(document: Document): Promise<void>;
  /** An account's drafts and credits. No draft is added while the account is locked. */
  measureDrafts(accountId: string): Promise<DraftUse>;
  insertSigners(documentId: string, signers: readonly Signer[]): Promise<void>;
  changeDocument(documentId: string, change: DocumentChange): Promise<void>;
  changeSigner(signerId: string, change: SignerChange): Promise<void>;
  /** Appends to the document's audit trail. The document must be locked, or new. */
  appendAudit(documentId: string, facts: readonly AuditFact[]): Promise<void>;
  /** A document's audit trail, oldest entry first; all of it, or a page. */
  readAudit(documentId: string, page?: AuditPage): Promise<AuditEntry[]>;
  /** Counts a download. True for the first one of its holder. The document must be locked. */
  countDownload(download: { documentId: string; holder: string; at: Date }): Promise<boolean>;
  /**
   * Stores an event's exact bytes and queues a delivery for each endpoint of the account enabled now; for one that is
   * off it keeps a delivery as skipped.
   */
  emitEvent(fact: EventFact, at: Date): Promise<void>;
  /** Queues an event to one endpoint, on or off, which is tried once; answers the delivery's id. */
  queueTest(fact: TestFact, at: Date): Promise<string>;
  /**
   * Queues deliveries to enabled endpoints for an attempt by hand, due now. Skips those in progress or due already.
   * Returns their ids, and the cursor of the next page; undefined after the last.
   */
  resendDeliveries(filter: ResendFilter): Promise<{ ids: string[]; last: number | undefined }>;
  /** Queues a mail, due at once by default. */
  queueMail(mail: MailNotice, due: MailDue): Promise<void>;
  /**
   * Takes one of each allowance. If one is used up, takes none and returns it. Nobody else takes of them until the transaction ends:
   * lock documents and accounts before.
   */
  takeAllowances(asked: readonly Allowance[], at: Date): Promise<UsedUp | undefined>;
  /** Marks a mail as one that came back, with its status (RFC 3463); false when it was marked before. */
  recordBounce(mailId: string, bounce: { at: Date; status: string | null }): Promise<boolean>;
  insertAttempt(attempt: SignatureAttempt): Promise<void>;
  /** Locks an attempt. */
  lockAttempt(txn: string): Promise<SignatureAttempt | undefined>;
  /** When a signer's attempts after a time began, oldest first. */
  listAttemptTimes(attempts: AttemptsOfSigner): Promise<Date[]>;
  /** Locks a document's live attempt: at the gateway, or back from it and not yet embedded. */
  lockLiveAttempt(documentId: string): Promise<SignatureAttempt | undefined>;
  /** Another state drops the answer that waits to be judged, and leaves nothing to resume but at `resumeAt`. */
  changeAttempt(txn: string, change: AttemptChange): Promise<void>;
  insertAccount(account: Account & { readonly createdAt: Date }): Promise<void>;
  changeAccount(accountId: string, change: AccountChange): Promise<void>;
  /** Gives an account another logo, or none. */
  setLogo(accountId: string, logo: Logo | null): Promise<void>;
  insertEndpoint(endpoint: WebhookEndpoint): Promise<void>;
  /** How many endpoints an account has. */
  countEndpoints(accountId: string): Promise<number>;
  /** Locks an endpoint; undefined when there is none, or it was removed. */
  lockEndpoint(endpointId: string): Promise<WebhookEndpoint | undefined>;
  /** Deliveries that waited while it was off are due once it is on. */
  changeEndpoint(endpointId: string, change: EndpointChange): Promise<void>;
}

/** Everything the service stores, except files. Each method throws `StoreUnavailable` while the database takes no work. */
export interface DocumentStore
  extends Upkeep,
    AttemptStore,
    RetentionStore,
    FindingStore,
    ApiKeyStore,
    RequestStore,
    MembersStore,
    BillingStore {
  /** Runs work in a transaction: commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>;
  /** Unless it was erased. */
  findAccount(accountId: string): Promise<Account | undefined>;
  /** The file of a logo that some account has, by its SHA-256. */
  findLogo(hash: string): Promise<Buffer | undefined>;
  /** No document that was removed is found or listed. */
  findDocument(documentId: string): Promise<Document | undefined>;
  findDocumentOfSigner(signerId: string): Promise<Document | undefined>;
  listDocuments(page: DocumentPage): Promise<DocumentSummary[]>;
  /** An account's drafts and credits. */
  measureDrafts(accountId: string): Promise<DraftUse>;
  /** Keys of all files of these documents and their live attempts. Ignores unknown ids. */
  listFileKeys(documentIds: readonly string[]): Promise<string[]>;
  /** A document's audit trail, oldest entry first; all of it, or a page. */
  readAudit(documentId: string, page?: AuditPage): Promise<AuditEntry[]>;
  /** The downloads of a document's signed PDF. */
  listDownloads(documentId: string): Promise<Download[]>;
  /** What is known of the gateways that failed some day. */
  listBreakers(): Promise<Breaker[]>;
  /** Changes what is known of a gateway, by what was known before; nobody else changes it in between. */
  changeBreaker(gateway: string, change: (before: Breaker) => Breaker): Promise<void>;
  /** An endpoint by its id, unless it was removed. */
  findEndpoint(endpointId: string): Promise<WebhookEndpoint | undefined>;
  /** An account's endpoints, oldest first. */
  listEndpoints(accountId: string): Promise<WebhookEndpoint[]>;
  /** Removes an endpoint and gives up its pending deliveries; false when the account has no such endpoint. */
  removeEndpoint(accountId: string, endpointId: string): Promise<boolean>;
  /** An account's deliveries, newest first. */
  listDeliveries(filter: DeliveryFilter): Promise<DeliverySummary[]>;
  /** At most two ids of an account's deliveries with this beginning: a second one means it is ambiguous. */
  findDeliveryIds(own: { accountId: string; beginning: string }): Promise<string[]>;
  findDelivery(own: { accountId: string; deliveryId: string }): Promise<LoggedDelivery | undefined>;
  /**
   * Leases the oldest due items of each queue. A first attempt waits until those before it, of the same endpoint and
   * document, are over.
   */
  claimOutbox(claim: OutboxClaim): Promise<OutboxItem[]>;
  /** Logs attempts that ended and sets what becomes of their items: all or none. */
  settleOutbox(ended: readonly DeliveryAttempt[]): Promise<void>;
  /** Calls back after each commit that queued something, in this process or another. */
  onOutbox(wake: () => void): () => void;
  /** Calls back with each endpoint for which so much waits that an event of this process was kept as skipped. */
  onBacklogFull(tell: (endpointId: string) => void): () => void;
  /** Closing again does nothing. */
  close(): Promise<void>;
}
