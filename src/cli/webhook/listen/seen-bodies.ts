import type { ReceivedRequest } from './received-delivery.ts';

const REMEMBERED = 10_000;

/** Numbers deliveries and finds repeats by SHA-256. Remembers the last 10,000 different bodies. */
export class SeenBodies {
  readonly #firsts = new Map<string, { readonly number: number; readonly at: number }>();
  /** Resumes where it stopped, so that finding the oldest stays cheap. */
  readonly #oldest = this.#firsts.keys();
  #count = 0;

  add(bodySha256: string, at: number): Pick<ReceivedRequest, 'number' | 'duplicateOf'> {
    this.#count += 1;
    const number = this.#count;
    const first = this.#firsts.get(bodySha256);
    if (first) {
      const afterMs = Math.max(0, at - first.at);
      return { number, duplicateOf: { number: first.number, afterMs } };
    }
    this.#firsts.set(bodySha256, { number, at });
    if (this.#firsts.size > REMEMBERED) this.#firsts.delete(this.#oldest.next().value ?? '');
    return { number, duplicateOf: null };
  }
}
