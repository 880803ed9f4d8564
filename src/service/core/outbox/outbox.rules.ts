import type { WebhookEvent } from '../../../contract/webhooks/webhook-event.ts';
import type { MailNotice } from '../mails/mail-notice.rules.ts';

export interface WebhookSender {
  /** Makes one attempt. Never throws: a failure is an outcome. */
  deliver(
    delivery: Omit<QueuedDelivery, 'health'> & { readonly id: string; readonly attempt: number },
  ): Promise<AttemptOutcome>;
  /** Ends running attempts as `interrupted`. */
  close(): Promise<void>;
}

/** Why a URL can never be delivered to; undefined when the URL alone gives no reason. */
export type ObjectionTo = (url: URL) => 'blocked_address' | 'insecure_url' | undefined;

/** An event for every enabled endpoint of an account. */
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

interface QueuedMail {
  readonly kind: 'mail';
  readonly mail: MailNotice;
}

export interface EndpointHealth {
  /** Time of the last success; before the first, when the endpoint was added or enabled. */
  readonly noSuccessSince: Date;
  readonly failures: number;
  /** Time of the first of those; null for none. */
  readonly failingSince: Date | null;
}

/** `body` is the exact bytes stored with the event. */
interface QueuedDelivery {
  readonly kind: 'delivery';
  readonly endpointId: string;
  readonly url: string;
  readonly secret: string;
  /** Signs `webhook-signature` beside it, during a rotation. */
  readonly nextSecret: string | null;
  readonly event: string;
  readonly body: Buffer;
  /** Of the endpoint, when it was claimed. */
  readonly health: EndpointHealth;
}

/** Why an attempt is made: the schedule, a manual resend, or a crash during the previous one. */
export type AttemptTrigger = 'auto' | 'manual' | 'recovery';

/** Work from the outbox, leased to one process. */
export type OutboxItem = (QueuedMail | QueuedDelivery) & {
  readonly id: string;
  /** The store's own number of the item. */
  readonly seq: number;
  /** Null for a test event, and for a mail to an account. */
  readonly documentId: string | null;
  readonly signerId: string | null;
  readonly createdAt: Date;
  /**
   * Number of this attempt, from 1; those that a crash cut off count. A result with an outdated
   * number is logged, but changes nothing else.
   */
  readonly attempt: number;
  /** Earlier attempts that used up a place in the schedule. */
  readonly step: number;
  readonly trigger: AttemptTrigger;
  /** The item's state after a manual attempt fails; null for scheduled attempts. */
  readonly resume: Verdict | null;
};

export type MailItem = OutboxItem & { readonly kind: 'mail' };

/** The item's endpoint; all mails share one queue. */
export const queueOf = (item: OutboxItem): string =>
  item.kind === 'delivery' ? item.endpointId : '';

export interface OutboxClaim {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** Most items in all. Every queue gets its first before any gets its second. */
  readonly limit: number;
  /** Most items per queue, including held ones; 1 for an endpoint that keeps failing. */
  readonly perQueue: number;
  /** Items that the process holds already. Never leased again, even after their lease expired. */
  readonly held?: readonly OutboxItem[];
  /** Called with the time at which the next of the others is due; undefined for none. */
  readonly tellNext?: (dueAt: Date | undefined) => void;
}

/** Ends of an exchange's phases, in milliseconds from its start; null for phases not reached. */
export interface ExchangeTimes {
  readonly lookupMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
}

export interface Exchange {
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** First 8 hexadecimal digits of the SHA-256 of the secret that signed. */
  readonly secretFingerprint: string;
  readonly remoteAddress: string | null;
  readonly times: ExchangeTimes;
  /** Response headers that help debugging; names in lower case. Untrusted. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** True when only the beginning of the response's body was kept. */
  readonly truncated: boolean;
}

export interface AttemptResult {
  readonly ok: boolean;
  readonly status: number | null;
  /** Machine-readable reason. On success, `not_needed` means that nothing had to be sent. */
  readonly error: string | null;
  /** Beginning of the response's body, if any. Untrusted. */
  readonly body: string | null;
  readonly durationMs: number;
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Null for a mail, and when nothing could be sent. */
  readonly exchange: Exchange | null;
}

export type AttemptOutcome = Omit<AttemptResult, 'durationMs'>;

/** `done`: accepted. `failed`: given up. `skipped`: its endpoint was off or full. */
export type Verdict =
  | { readonly state: 'done' | 'failed' | 'skipped' }
  | { readonly state: 'queued'; readonly dueAt: Date };

/** The newest finished attempt. */
export type LastAttempt = Pick<AttemptResult, 'ok' | 'status' | 'error' | 'durationMs'> &
  Pick<DeliveryAttempt, 'startedAt'>;

export interface DeliverySummary {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly event: string;
  /** Null for a test event. */
  readonly documentId: string | null;
  readonly state: Verdict['state'];
  readonly createdAt: Date;
  /** Attempts begun. */
  readonly tries: number;
  /** Null while an attempt is running, and when none will follow. */
  readonly nextTryAt: Date | null;
  readonly lastTry: LastAttempt | null;
}

export interface DeliveryAttempt {
  readonly item: OutboxItem;
  readonly result: AttemptResult;
  readonly verdict: Verdict;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** False for an attempt that leaves the schedule as it was. */
  readonly usesStep: boolean;
}
