import type { AttemptTrigger, Exchange } from '../outbox.ts';

/** A delivery waits for an attempt, was accepted, was given up, or was skipped because its endpoint was off or full. */
type DeliveryState = 'queued' | 'done' | 'failed' | 'skipped';

/** The newest attempt that ended. */
interface LastAttempt {
  readonly startedAt: Date;
  readonly ok: boolean;
  /** HTTP status, where there was one. */
  readonly status: number | null;
  /** Machine-readable reason of a failure. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** An event on its way to one endpoint. */
export interface DeliverySummary {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly event: string;
  /** Null for a test event. */
  readonly documentId: string | null;
  readonly state: DeliveryState;
  readonly createdAt: Date;
  /** Attempts begun. */
  readonly tries: number;
  /** Null while an attempt is in progress, and when none will follow. */
  readonly nextTryAt: Date | null;
  readonly lastTry: LastAttempt | null;
}

/** An attempt in the log. */
export interface LoggedAttempt extends LastAttempt {
  readonly number: number;
  readonly trigger: AttemptTrigger;
  /** Beginning of the response's body. Untrusted. */
  readonly body: string | null;
  /** Null where nothing could be sent, and once it was forgotten; `body` with it. */
  readonly exchange: Exchange | null;
}

/** A delivery with its exact bytes and every attempt, oldest first. */
export interface LoggedDelivery extends DeliverySummary {
  readonly body: Buffer;
  readonly log: readonly LoggedAttempt[];
}

/** Which deliveries of an account, newest first. */
export interface DeliveryFilter {
  readonly accountId: string;
  readonly endpointId?: string;
  readonly documentId?: string;
  /** No older than this. */
  readonly since?: Date;
  /** Only deliveries that failed so far: given up, skipped, or to be retried. */
  readonly isFailed?: boolean;
  /** Older than the delivery of this id; nothing is older than one that is not known. */
  readonly after?: string;
  readonly limit: number;
}

/** Which deliveries to resend, oldest first. */
export interface ResendFilter {
  readonly accountId: string;
  /** Those of one endpoint since a time; without `isAll` only those given up or skipped. */
  readonly range?: { readonly endpointId: string; readonly since: Date; readonly isAll: boolean };
  readonly deliveryIds?: readonly string[];
  readonly now: Date;
  /** Cursor: only those after it. */
  readonly after: number;
  readonly limit: number;
}
