import type {
  AttemptTrigger,
  DeliverySummary,
  Exchange,
  LastAttempt,
} from '../core/outbox/outbox.rules.ts';

export interface LoggedAttempt extends LastAttempt {
  readonly number: number;
  readonly trigger: AttemptTrigger;
  /** Beginning of the response's body. Untrusted. */
  readonly body: string | null;
  /** Null when nothing could be sent, and once the log was cleared, like `body`. */
  readonly exchange: Exchange | null;
}

/** With the exact bytes and every attempt, oldest first. */
export interface LoggedDelivery extends DeliverySummary {
  readonly body: Buffer;
  readonly log: readonly LoggedAttempt[];
}

export interface DeliveryFilter {
  readonly accountId: string;
  readonly endpointId?: string;
  readonly documentId?: string;
  readonly since?: Date;
  /** Only deliveries that failed so far: given up, skipped, or to be retried. */
  readonly isFailed?: boolean;
  /** Only older than the delivery with this id; none if it is unknown. */
  readonly after?: string;
  readonly limit: number;
}

export interface ResendFilter {
  readonly accountId: string;
  /** Deliveries of an endpoint since a time; without `isAll` only failed and skipped ones. */
  readonly range?: { readonly endpointId: string; readonly since: Date; readonly isAll: boolean };
  readonly deliveryIds?: readonly string[];
  readonly now: Date;
  /** Cursor: only deliveries after it. */
  readonly after: number;
  readonly limit: number;
}
