/** One burst of refusals halves the limit only once. */
const BURST_MS = 1_000;
const MAX_PAUSE_MS = 15 * 60 * 1000;

export interface LoadSignal {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
}

/** Each burst of 429 or 503 halves the limit, each good round adds 1. `Retry-After` pauses all. */
export class AdaptiveLimiter {
  readonly #max: number;
  readonly #waiting: Array<() => void> = [];
  #limit: number;
  #active = 0;
  #pausedUntil = 0;
  #burstUntil = 0;
  #isOpen = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(max: number) {
    this.#max = max;
    this.#limit = max;
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - Date.now());
  }

  /** Waits for a slot; the returned function, called once, frees it. */
  async acquire(): Promise<() => void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
    return () => {
      this.#active -= 1;
      this.#admit();
    };
  }

  /** Lifts the limit for good, so that waiting callers see that the run has stopped. */
  open(): void {
    this.#isOpen = true;
    this.#admit();
  }

  observe({ status, retryAfterMs = 0 }: LoadSignal): void {
    if (status === 429 || status === 503) this.#slowDown(Math.min(retryAfterMs, MAX_PAUSE_MS));
    else if (status < 400) this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
    this.#admit();
  }

  #slowDown(pauseMs: number): void {
    const now = Date.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    if (now < this.#burstUntil) return;
    this.#limit = Math.max(1, this.#limit / 2);
    this.#burstUntil = Math.max(now + BURST_MS, this.#pausedUntil);
  }

  #admit(): void {
    clearTimeout(this.#timer);
    if (this.pausedMs > 0 && !this.#isOpen) {
      if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#admit(), this.pausedMs);
      return;
    }
    while (this.#isOpen || this.#active < this.limit) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#active += 1;
      next();
    }
  }
}
