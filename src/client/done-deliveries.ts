/** Remembers the deliveries that were handled, by their keys. Kept for all processes together, it may be a table. */
export interface DoneDeliveries {
  /** True when this delivery was handled and is still remembered. */
  has(key: string): boolean | Promise<boolean>;
  /** Remembers a handled delivery for so long, in milliseconds; retries take up to 7 days. */
  add(key: string, ttlMs: number): unknown;
}

/** Deliveries that one process remembers, the last ones that it handled; forgotten when it ends. */
export class DoneInMemory implements DoneDeliveries {
  readonly #until = new Map<string, number>();
  readonly #capacity: number;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  has(key: string): boolean {
    const until = this.#until.get(key);
    return until !== undefined && until > Date.now();
  }

  add(key: string, ttlMs: number): void {
    // A key that is set again moves behind the others, so the first is always the one handled longest ago
    this.#until.delete(key);
    this.#until.set(key, Date.now() + ttlMs);
    if (this.#until.size <= this.#capacity) return;
    const [oldest = ''] = this.#until.keys();
    this.#until.delete(oldest);
  }

  /** How many are remembered. */
  get size(): number {
    return this.#until.size;
  }
}
