/** Time, as waits use it: milliseconds. */
export interface PaceClock {
  now(): number;
  /** Calls back after a while; what it returns takes that back. */
  after(ms: number, work: () => void): () => void;
}

const systemClock: PaceClock = {
  now: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** One burst of refusals halves the pace once. */
const BURST_MS = 1_000;
/** The longest wait that an answer may impose on everybody. */
const LONGEST_HOLD_MS = 15 * 60 * 1000;

/** What an answer says about the load. */
export interface Told {
  readonly status: number;
  /** `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/**
 * How many requests may be under way at once: half as many after each burst of 429 or 503, one more for each round that
 * goes well, never more than asked for. A `Retry-After` holds everybody back.
 */
export class Pace {
  readonly #most: number;
  readonly #clock: PaceClock;
  readonly #waiting: Array<() => void> = [];
  #limit: number;
  #active = 0;
  #heldUntil = 0;
  #deafUntil = 0;
  #isOpen = false;
  #forget: (() => void) | undefined;

  constructor(most: number, clock: PaceClock = systemClock) {
    this.#most = most;
    this.#limit = most;
    this.#clock = clock;
  }

  /** How many may be under way at once now. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** How long everybody waits yet, in milliseconds. */
  get heldMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock.now());
  }

  /** Waits for a turn; what it answers ends the turn. */
  async enter(): Promise<() => void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#active -= 1;
      this.#admit();
    };
  }

  /** Lets everybody through who waits, now and from now on: for those who then see that there is nothing to do. */
  open(): void {
    this.#isOpen = true;
    this.#admit();
  }

  /** Learns from an answer. */
  saw({ status, retryAfterMs = 0 }: Told): void {
    if (status === 429 || status === 503) this.#slowDown(Math.min(retryAfterMs, LONGEST_HOLD_MS));
    else if (status < 400) this.#limit = Math.min(this.#most, this.#limit + 1 / this.#limit);
    this.#admit();
  }

  #slowDown(holdMs: number): void {
    const now = this.#clock.now();
    this.#heldUntil = Math.max(this.#heldUntil, now + holdMs);
    if (now < this.#deafUntil) return;
    this.#limit = Math.max(1, this.#limit / 2);
    this.#deafUntil = Math.max(now + BURST_MS, this.#heldUntil);
  }

  #admit(): void {
    this.#forget?.();
    this.#forget = undefined;
    if (this.heldMs > 0 && !this.#isOpen) {
      if (this.#waiting.length > 0)
        this.#forget = this.#clock.after(this.heldMs, () => this.#admit());
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
