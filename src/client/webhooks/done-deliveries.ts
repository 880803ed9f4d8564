/** Remembers the deliveries that were handled, by their keys. Kept for all processes together, it may be a table. */
export interface DoneDeliveries {
  /** True when this delivery was handled and is still remembered. */
  has(key: string): boolean | Promise<boolean>;
  /** Remembers a handled delivery for so long, in milliseconds; retries take up to 7 days. */
  add(key: string, ttlMs: number): unknown;
}

/** Deliveries that one process remembers: at least the last 10 000, or as many as told. Forgotten when it ends. */
export class DoneInMemory implements DoneDeliveries {
  #younger = new Map<string, number>();
  // Forgotten as a whole: a Map gets slower with each entry that was taken out at its beginning
  #older: ReadonlyMap<string, number> = new Map();
  readonly #capacity: number;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  has(key: string): boolean {
    const until = this.#younger.get(key) ?? this.#older.get(key);
    return until !== undefined && until > Date.now();
  }

  add(key: string, ttlMs: number): void {
    if (this.#younger.size >= this.#capacity) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(key, Date.now() + ttlMs);
  }

  /** How many are remembered: never more than twice as many as told. */
  get size(): number {
    return this.#younger.size + this.#older.size;
  }
}
