import type { ReceivedDelivery } from './received-delivery.ts';

/** What a receiver counted. */
export interface ReceiveCounts {
  /** Deliveries whose signature is not bad. */
  readonly accepted: number;
  /** Deliveries whose signature is bad. */
  readonly rejected: number;
  /** Deliveries with the same bytes as one before. */
  readonly duplicates: number;
  /** Good deliveries that were not meant. */
  readonly ignored: number;
  /** Requests that were no deliveries. */
  readonly refused: number;
  /** Answers that came too late for the service. */
  readonly late: number;
  /** Deliveries that could not be kept as files. */
  readonly unsaved: number;
  /** The slowest answer, in milliseconds; null when nothing came. */
  readonly slowestMs: number | null;
}

/** True for an answer that the service takes as a success. */
const isTaken = ({ status, isLate, isUnanswered }: ReceivedDelivery): boolean =>
  status >= 200 && status < 300 && !isLate && !isUnanswered;

/** Counts deliveries, and remembers those that were not answered 2xx in time. */
export class ReceiveTally {
  readonly #open = new Map<string, ReceivedDelivery>();
  readonly #counts = {
    accepted: 0,
    rejected: 0,
    duplicates: 0,
    ignored: 0,
    refused: 0,
    late: 0,
    unsaved: 0,
  };
  #slowestMs: number | null = null;

  /** Counts a delivery that was answered. A repeat that is answered 2xx settles those with its bytes. */
  add(delivery: ReceivedDelivery): void {
    const { signature, duplicateOf, ackMs, isLate } = delivery;
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, ackMs);
    if (duplicateOf) this.#counts.duplicates += 1;
    if (isLate) this.#counts.late += 1;
    if (signature.state === 'invalid') {
      this.#counts.rejected += 1;
      return;
    }
    this.#counts.accepted += 1;
    // A body's hash costs more than all else here, and most deliveries need none
    if (!isTaken(delivery)) this.#open.set(delivery.bodySha256, delivery);
    else if (this.#open.size > 0) this.#open.delete(delivery.bodySha256);
  }

  /** Counts what is no wanted delivery, or what went wrong with one. */
  note(what: 'ignored' | 'refused' | 'unsaved'): void {
    this.#counts[what] += 1;
  }

  get accepted(): number {
    return this.#counts.accepted;
  }

  get counts(): ReceiveCounts {
    return { ...this.#counts, slowestMs: this.#slowestMs };
  }

  /** Good deliveries of which no try was answered 2xx in time, as they came last. */
  get unanswered(): readonly ReceivedDelivery[] {
    return [...this.#open.values()];
  }
}
