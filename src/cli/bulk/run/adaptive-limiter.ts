/** The clock and timer of a limiter, in milliseconds. */
export interface LimiterClock {
  now(): number;
  /** Calls back after a while; returns a function that cancels. */
  after(ms: number, work: () => void): () => void;
}

const systemClock: LimiterClock = {
  now: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** One burst of refusals halves the limit once. */
const BURST_MS = 1_000;
/** The longest pause a `Retry-After` may impose. */
const MAX_PAUSE_MS = 15 * 60 * 1000;

export interface LoadSignal {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
}

/**
 * Limits concurrent requests: halves the limit after each burst of 429 or 503, raises it by one per successful round, up
 * to the maximum. A `Retry-After` pauses everybody.
 */
export class AdaptiveLimiter {
  readonly #max: number;
  readonly #clock: LimiterClock;
  readonly #waiting: Array<() => void> = [];
  #limit: number;
  #active = 0;
  #pausedUntil = 0;
  #burstUntil = 0;
  #isOpen = false;
  #cancelTimer: (() => void) | undefined;

  constructor(max: number, clock: LimiterClock = systemClock) {
    this.#max = max;
    this.#limit = max;
    this.#clock = clock;
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Milliseconds left of the current pause. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  /** Waits for a slot; returns a function that frees it. */
  async acquire(): Promise<() => void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#active -= 1;
      this.#admit();
    };
  }

  /** Lifts the limit for good, so that waiting callers can see that the run has stopped. */
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
    const now = this.#clock.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    if (now < this.#burstUntil) return;
    this.#limit = Math.max(1, this.#limit / 2);
    this.#burstUntil = Math.max(now + BURST_MS, this.#pausedUntil);
  }

  #admit(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.pausedMs > 0 && !this.#isOpen) {
      if (this.#waiting.length > 0)
        this.#cancelTimer = this.#clock.after(this.pausedMs, () => this.#admit());
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
