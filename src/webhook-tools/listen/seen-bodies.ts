import type { ReceivedRequest } from './received-delivery.ts';

/** Bodies of a generation. Two are remembered, so a repeat is known over at least so many others. */
const GENERATION = 5000;

/** The bodies seen so far, by keys that are the same for the same bytes; numbers the deliveries and knows repeats. */
export class SeenBodies {
  #younger = new Map<string, { number: number; at: number }>();
  // Forgotten as a whole: a Map gets slower with each entry that was taken out at its beginning
  #older = this.#younger;
  #count = 0;

  /** Counts a delivery that came at a time, in milliseconds; names the first with the same bytes, null for that itself. */
  add(key: string, at: number): ReceivedRequest['duplicateOf'] {
    this.#count += 1;
    const first = this.#younger.get(key) ?? this.#older.get(key);
    if (first) return { number: first.number, afterMs: Math.max(0, at - first.at) };
    if (this.#younger.size === GENERATION) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(key, { number: this.#count, at });
    return null;
  }

  /** How many deliveries came; the number of the last one. */
  get count(): number {
    return this.#count;
  }

  /** How many bodies are remembered. */
  get size(): number {
    return this.#younger.size + (this.#older === this.#younger ? 0 : this.#older.size);
  }
}
