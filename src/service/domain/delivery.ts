import type { AttemptTrigger, Exchange } from './outbox.ts';

/** What became of a delivery: it waits for a try, was taken, was given up, or its endpoint was off. */
type DeliveryState = 'queued' | 'done' | 'failed' | 'skipped';

/** How the newest try of a delivery ended. */
interface LastAttempt {
  readonly startedAt: Date;
  readonly ok: boolean;
  /** HTTP status, where there was one. */
  readonly status: number | null;
  /** Short machine-readable reason of a failure. */
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
  /** Tries begun. */
  readonly tries: number;
  /** Null when no try is to come. */
  readonly nextTryAt: Date | null;
  readonly lastTry: LastAttempt | null;
}

/** A try as the log has it. */
export interface LoggedAttempt extends LastAttempt {
  readonly number: number;
  readonly trigger: AttemptTrigger;
  /** Beginning of the answer's body. Text of the other side. */
  readonly body: string | null;
  /** Null where nothing could be sent. */
  readonly exchange: Exchange | null;
}

/** A delivery with its exact bytes and every try, oldest first. */
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
  /** Only what was not delivered: given up, skipped, or in retry. */
  readonly isFailed?: boolean;
  readonly limit: number;
}

/** Which deliveries are to be sent again, oldest first. */
export interface ResendFilter {
  readonly accountId: string;
  /** Of one endpoint since a time; without `isAll` those that were given up or skipped. */
  readonly range?: { readonly endpointId: string; readonly since: Date; readonly isAll: boolean };
  readonly deliveryIds?: readonly string[];
  readonly now: Date;
  /** Only after this place in their order. */
  readonly after: number;
  readonly limit: number;
}
