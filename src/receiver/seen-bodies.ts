import type { DescribedRequest } from './describe-request.ts';
import { numbered } from './name-fields.ts';
import type { ReceivedRequest } from './received-delivery.ts';

/** Bodies of a generation. Two are remembered, so a repeat is known over at least so many others. */
const GENERATION = 5000;

/** The bodies seen so far; numbers the deliveries and knows repeats by the SHA-256 of their bytes. */
export class SeenBodies {
  #younger = new Map<string, { number: number; at: number }>();
  // Forgotten as a whole: a Map gets slower with each entry that was taken out at its beginning
  #older = this.#younger;
  #count = 0;

  /** Numbers a delivery, and names the first with the same bytes. */
  add(described: DescribedRequest): ReceivedRequest {
    const { bodySha256, receivedAt } = described;
    const at = receivedAt.getTime();
    this.#count += 1;
    const number = this.#count;
    const first = this.#younger.get(bodySha256) ?? this.#older.get(bodySha256);
    if (first) {
      const afterMs = Math.max(0, at - first.at);
      return numbered(described, number, { number: first.number, afterMs });
    }
    if (this.#younger.size === GENERATION) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(bodySha256, { number, at });
    return numbered(described, number, null);
  }

  /** How many bodies are remembered. */
  get size(): number {
    return this.#younger.size + (this.#older === this.#younger ? 0 : this.#older.size);
  }
}
