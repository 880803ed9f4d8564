import type { WebhookEvent } from '../../contract/webhook-event.ts';
import type { EndpointHealth } from './endpoint-health.ts';

/** What a mail to a signer is for. */
type SignerMailKind = 'signing-link' | 'your-turn' | 'reminder' | 'completed';

/** A mail that is due to a signer. How it reads is found when it is sent: no link and no name is kept with it. */
export interface SignerNotice {
  readonly kind: SignerMailKind;
  /** When it is no longer to be sent, ISO 8601; null when it never grows stale. */
  readonly staleAt: string | null;
}

/** A mail that is due to an account: one of its endpoints was switched off. */
export interface AccountNotice {
  readonly kind: 'endpoint-disabled';
  readonly endpointId: string;
}

/** A mail that is due. */
export type MailNotice = SignerNotice | AccountNotice;

/** To whom a mail is due, and when: at once by default. */
export interface MailDue {
  readonly documentId: string | null;
  readonly signerId: string | null;
  readonly at: Date;
  readonly dueAt?: Date;
}

/** A mail to be sent. */
export interface Mail {
  readonly kind: MailNotice['kind'];
  /** Name that the mail comes from; its address is the mailer's. */
  readonly from: string;
  /** Address of whom it is for, and their name. */
  readonly to: string;
  readonly toName: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An event to be delivered to every enabled endpoint of an account. */
export interface EventFact {
  readonly accountId: string;
  readonly documentId: string;
  readonly event: WebhookEvent;
}

/** An event to be delivered to one endpoint, enabled or not, which nobody's document caused. */
export interface TestFact {
  readonly accountId: string;
  readonly endpointId: string;
  readonly event: WebhookEvent;
}

/** A mail in the outbox, as its sender gets it. */
export interface QueuedMail {
  readonly kind: 'mail';
  readonly mail: MailNotice;
}

/** A webhook delivery in the outbox, as its sender gets it: the exact bytes, stored with the event. */
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

/** What set a try off: the schedule, somebody by hand, or a crash that cut off the one before. */
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
  /** What the item goes back to when an attempt by hand fails; null for attempts of the schedule. */
  readonly resume: Verdict | null;
};

/** The queue of an item: its endpoint, or the one that all mails share. */
export const queueOf = (item: OutboxItem): string =>
  item.kind === 'delivery' ? item.endpointId : '';

/** What a process asks for when it leases items. */
export interface OutboxClaim {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** Most items in all. Every queue gets its first before any gets its second. */
  readonly limit: number;
  /** Most items of one queue, those held included; 1 of an endpoint that keeps failing. */
  readonly perQueue: number;
  /** Items that the process holds already: never leased anew, even when their lease ran out. */
  readonly held?: readonly OutboxItem[];
}

/** When parts of an exchange were over, in milliseconds from its start; null where it had or reached none. */
export interface ExchangeTimes {
  readonly lookupMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
}

/** An HTTP exchange, as the log keeps it. */
export interface Exchange {
  /** Headers as they were sent. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** First 8 hexadecimal digits of the SHA-256 of the secret that signed. */
  readonly secretFingerprint: string;
  readonly remoteAddress: string | null;
  readonly times: ExchangeTimes;
  /** Those of the answer's headers that help to find a fault; names in lower case. Text of the other side. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** True when the answer's body went on behind what was kept. */
  readonly truncated: boolean;
}

/** How a try ended, as the log keeps it. */
export interface AttemptResult {
  readonly ok: boolean;
  /** HTTP status, where there was one. */
  readonly status: number | null;
  /** Short machine-readable reason of a failure; `not_needed` with a success means that nothing had to be sent. */
  readonly error: string | null;
  /** Beginning of the answer's body, where there was one. Text of the other side. */
  readonly body: string | null;
  readonly durationMs: number;
  /** Time asked for by `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Null for a mail, and where nothing could be sent. */
  readonly exchange: Exchange | null;
}

/** How a try ended, without its time. */
export type AttemptOutcome = Omit<AttemptResult, 'durationMs'>;

/** What becomes of an item after a try. */
export type Verdict =
  | { readonly state: 'done' }
  | { readonly state: 'queued'; readonly dueAt: Date }
  | { readonly state: 'failed' }
  | { readonly state: 'skipped' };

/** A try that is over, to be settled. */
export interface DeliveryAttempt {
  readonly item: OutboxItem;
  readonly result: AttemptResult;
  readonly verdict: Verdict;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** False for a try that leaves the schedule where it was. */
  readonly usesStep: boolean;
}
