import type { DescribedRequest } from './describe-request.ts';
import type { ReceivedRequest } from './received-delivery.ts';

/** Most bodies remembered, to know a repeat by its bytes. */
const REMEMBERED = 10_000;

/** The bodies seen so far; numbers the deliveries and knows repeats by the SHA-256 of their bytes. */
export class SeenBodies {
  readonly #first = new Map<string, { number: number; at: number }>();
  #count = 0;

  /** Numbers a delivery, and names the first with the same bytes. */
  add(described: DescribedRequest): ReceivedRequest {
    const { bodySha256 } = described;
    const at = Date.parse(described.receivedAt);
    this.#count += 1;
    const number = this.#count;
    const first = this.#first.get(bodySha256);
    if (first) {
      const afterMs = Math.max(0, at - first.at);
      return { number, ...described, duplicateOf: { number: first.number, afterMs } };
    }
    this.#first.set(bodySha256, { number, at });
    if (this.#first.size > REMEMBERED) {
      const [oldest = ''] = this.#first.keys();
      this.#first.delete(oldest);
    }
    return { number, ...described, duplicateOf: null };
  }
}
