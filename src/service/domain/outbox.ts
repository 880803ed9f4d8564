import type { WebhookEvent } from '../../contract/webhook-event.ts';
import type { BillingNoticeAbout } from './billing/notices.ts';
import type { EndpointHealth } from './webhooks/endpoint-health.ts';

/** Why a mail goes to a signer. */
type SignerMailKind = 'signing-link' | 'your-turn' | 'reminder' | 'completed' | 'withdrawn';

/** A mail due to a signer. It holds no link and no name: both are read when it is sent. */
export interface SignerNotice {
  readonly kind: SignerMailKind;
  /** From when on it is not sent any more, ISO 8601; null: always sent. */
  readonly staleAt: string | null;
}

/** A mail due to an account: one of its endpoints was switched off. */
export interface AccountNotice {
  readonly kind: 'endpoint-disabled';
  readonly endpointId: string;
}

/** A mail due to the account that sent a document: a signer declined it. */
interface DeclineNotice {
  readonly kind: 'declined';
}

/** A mail due to a member of an account, who wants to sign in. */
export interface SignInNotice {
  readonly kind: 'sign-in';
  readonly signInId: string;
}

/** A mail due to somebody who became a member of an account. */
export interface InvitationNotice {
  readonly kind: 'invitation';
  readonly accountId: string;
  readonly userId: string;
}

/** A mail due to an owner of an account, about its access to the API or its credits. */
export interface BillingNotice {
  readonly kind: 'billing';
  readonly about: BillingNoticeAbout;
  readonly accountId: string;
  readonly userId: string;
}

/** A mail with an invoice or a credit note. */
export interface PaperNotice {
  readonly kind: 'invoice';
  readonly accountId: string;
  readonly number: string;
  /** An owner of the account; null for the address of the billing profile. */
  readonly userId: string | null;
}

/** A mail due to an address that an account's signers shall reply to. */
export interface ReplyAddressNotice {
  readonly kind: 'reply-address';
  readonly accountId: string;
}

/** A mail that is due. */
export type MailNotice =
  | SignerNotice
  | AccountNotice
  | DeclineNotice
  | SignInNotice
  | InvitationNotice
  | BillingNotice
  | PaperNotice
  | ReplyAddressNotice;

/** Recipient and due time of a mail: now by default. */
export interface MailDue {
  readonly documentId: string | null;
  readonly signerId: string | null;
  readonly at: Date;
  readonly dueAt?: Date;
}

/** A file that goes along with a mail. */
export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** The mail's HTML shows it under this name, as `cid:NAME`. */
  readonly contentId?: string;
}

/** A mail to be sent. */
export interface Mail {
  readonly kind: MailNotice['kind'];
  /** Name that the mail comes from; its address is the mailer's. */
  readonly from: string;
  /** Address of whom it is for, and their name. */
  readonly to: string;
  readonly toName: string;
  /** Address for replies; null for the mailer's own. */
  readonly replyTo: string | null;
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}

/** An event to be delivered to every enabled endpoint of an account. */
export interface EventFact {
  readonly accountId: string;
  readonly documentId: string;
  readonly event: WebhookEvent;
}

/** A test event for one endpoint, enabled or not; no document caused it. */
export interface TestFact {
  readonly accountId: string;
  readonly endpointId: string;
  readonly event: WebhookEvent;
}

/** A mail in the outbox. */
interface QueuedMail {
  readonly kind: 'mail';
  readonly mail: MailNotice;
}

/** A webhook delivery in the outbox, with the exact bytes stored with its event. */
export interface QueuedDelivery {
  readonly kind: 'delivery';
  readonly endpointId: string;
  readonly url: string;
  readonly secret: string;
  readonly event: string;
  readonly body: Buffer;
  /** Of the endpoint, when it was claimed. */
  readonly health: EndpointHealth;
}

/** Why an attempt is made: the schedule, a resend by hand, or a crash that cut off the one before. */
export type AttemptTrigger = 'auto' | 'manual' | 'recovery';

/** Work that the outbox holds, leased to one process. */
export type OutboxItem = (QueuedMail | QueuedDelivery) & {
  readonly id: string;
  /** The store's own number of the item. */
  readonly seq: number;
  /** Null for a test event, and for a mail to an account. */
  readonly documentId: string | null;
  readonly signerId: string | null;
  readonly createdAt: Date;
  /**
   * Number of this attempt, from 1; one that a crash cut off has its number too. An attempt whose number is no longer
   * the item's is logged, and changes nothing else.
   */
  readonly attempt: number;
  /** Attempts that used up a place of the schedule, this one not counted. */
  readonly step: number;
  readonly trigger: AttemptTrigger;
  /** The item's state after a manual attempt fails; null for scheduled attempts. */
  readonly resume: Verdict | null;
};

/** The queue of an item: its endpoint, or the one that all mails share. */
export const queueOf = (item: OutboxItem): string =>
  item.kind === 'delivery' ? item.endpointId : '';

/** A claim of due items. */
export interface OutboxClaim {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** Most items in all. Every queue gets its first before any gets its second. */
  readonly limit: number;
  /** Most items of one queue, those held included; 1 of an endpoint that keeps failing. */
  readonly perQueue: number;
  /** Items that the process holds already: never leased again, even when their lease ran out. */
  readonly held?: readonly OutboxItem[];
}

/** When the phases of an exchange ended, in milliseconds from its start; null for a phase it did not have or reach. */
export interface ExchangeTimes {
  readonly lookupMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
}

/** The log of an HTTP exchange. */
export interface Exchange {
  /** As sent. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** First 8 hexadecimal digits of the SHA-256 of the secret that signed. */
  readonly secretFingerprint: string;
  readonly remoteAddress: string | null;
  readonly times: ExchangeTimes;
  /** Response headers that help to find a fault; names in lower case. Untrusted. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** True when only the beginning of the response's body was kept. */
  readonly truncated: boolean;
}

/** The logged result of an attempt. */
export interface AttemptResult {
  readonly ok: boolean;
  /** HTTP status, where there was one. */
  readonly status: number | null;
  /** Machine-readable reason of a failure; with a success, `not_needed` means that nothing had to be sent. */
  readonly error: string | null;
  /** Beginning of the response's body, if any. Untrusted. */
  readonly body: string | null;
  readonly durationMs: number;
  /** Time asked for by `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Null for a mail, and where nothing could be sent. */
  readonly exchange: Exchange | null;
}

/** A result without its duration. */
export type AttemptOutcome = Omit<AttemptResult, 'durationMs'>;

/** The state of an item after an attempt. */
export type Verdict =
  | { readonly state: 'done' }
  | { readonly state: 'queued'; readonly dueAt: Date }
  | { readonly state: 'failed' }
  | { readonly state: 'skipped' };

/** An attempt that ended, to be settled. */
export interface DeliveryAttempt {
  readonly item: OutboxItem;
  readonly result: AttemptResult;
  readonly verdict: Verdict;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** False for an attempt that leaves the schedule as it was. */
  readonly usesStep: boolean;
}
