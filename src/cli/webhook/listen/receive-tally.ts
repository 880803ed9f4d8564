import type { ReceivedDelivery } from './received-delivery.ts';

export interface ReceiveCounts {
  /** Without a bad signature. */
  readonly accepted: number;
  /** With a bad signature. */
  readonly rejected: number;
  /** Same bytes as an earlier delivery. */
  readonly duplicates: number;
  /** Good deliveries that were not selected. */
  readonly ignored: number;
  /** Requests that were not deliveries. */
  readonly refused: number;
  readonly late: number;
  readonly unsaved: number;
  /** The slowest response; null if nothing arrived. */
  readonly slowestMs: number | null;
}

const isSuccess = ({ status, isLate, isUnanswered }: ReceivedDelivery): boolean =>
  status >= 200 && status < 300 && !isLate && !isUnanswered;

/** Counts deliveries and remembers those that were not answered 2xx in time. */
export class ReceiveTally {
  readonly #unanswered = new Map<string, ReceivedDelivery>();
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

  /** Called after the response. A success also settles earlier attempts with the same bytes. */
  add(delivery: ReceivedDelivery): void {
    const { bodySha256, signature, duplicateOf, ackMs, isLate } = delivery;
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, ackMs);
    if (duplicateOf) this.#counts.duplicates += 1;
    if (isLate) this.#counts.late += 1;
    if (signature.state === 'invalid') {
      this.#counts.rejected += 1;
      return;
    }
    this.#counts.accepted += 1;
    if (isSuccess(delivery)) this.#unanswered.delete(bodySha256);
    else this.#unanswered.set(bodySha256, delivery);
  }

  note(what: 'ignored' | 'refused' | 'unsaved'): void {
    this.#counts[what] += 1;
  }

  get accepted(): number {
    return this.#counts.accepted;
  }

  get counts(): ReceiveCounts {
    return { ...this.#counts, slowestMs: this.#slowestMs };
  }

  /** Good deliveries without a 2xx in time on any attempt, each by its last attempt. */
  get unanswered(): readonly ReceivedDelivery[] {
    return [...this.#unanswered.values()];
  }
}
