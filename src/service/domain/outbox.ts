import type { WebhookEvent } from '../../contract/webhook-event.ts';

/** What a mail to a signer is for. */
type MailKind = 'signing-link' | 'your-turn' | 'reminder' | 'completed';

/** A mail that is due to a signer. How it reads is found when it is sent: no link and no name is kept with it. */
export interface MailNotice {
  readonly kind: MailKind;
  /** When it is no longer to be sent, ISO 8601; null when it never grows stale. */
  readonly staleAt: string | null;
}

/** A mail to be sent. */
export interface Mail {
  readonly kind: MailKind;
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

/** A mail in the outbox, as its sender gets it. */
interface QueuedMail {
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
}

/** Work that the outbox holds, leased to one sender. */
export type OutboxItem = (QueuedMail | QueuedDelivery) & {
  readonly id: string;
  readonly documentId: string;
  readonly signerId: string | null;
  /** Tries that ended, this one not counted. */
  readonly attempts: number;
};

/** How a try ended, as the log keeps it. */
export interface TryResult {
  readonly ok: boolean;
  /** HTTP status, where there was one. */
  readonly status: number | null;
  /** Short machine-readable reason of a failure; `not_needed` with a success means that nothing had to be sent. */
  readonly error: string | null;
  /** Beginning of the answer's body, where there was one. */
  readonly body: string | null;
  readonly durationMs: number;
  /** Time asked for by `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** What becomes of an item after a try. */
export type Verdict =
  | { readonly state: 'done' }
  | { readonly state: 'queued'; readonly dueAt: Date }
  | { readonly state: 'failed' };
