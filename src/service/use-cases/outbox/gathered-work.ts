/** Longest that work which will soon have more to do waits for it. */
const GATHER_MS = 5;

/**
 * Gathers what is asked for into work that costs little more for many than for few, and that is under way once at a time.
 * It begins at once where that is worth it, but only when all that has arrived on any connection was read, not after the
 * first of it; otherwise 5 ms later.
 */
export class GatheredWork {
  readonly #work: () => Promise<void>;
  readonly #isWorthIt: () => boolean;
  #running: Promise<void> | undefined;
  #later: NodeJS.Timeout | undefined;
  #isAsked = false;
  #isClosed = false;

  constructor(work: () => Promise<void>, isWorthIt: () => boolean) {
    this.#work = work;
    this.#isWorthIt = isWorthIt;
  }

  /** True when it was asked for again while it was under way. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Has it done: at once, a little later, or once more when what is under way is over. */
  ask(): void {
    if (this.#isClosed) return;
    this.#isAsked = true;
    if (this.#running !== undefined) return;
    if (this.#isWorthIt()) this.#begin();
    else this.#later ??= setTimeout(() => this.#begin(), GATHER_MS);
  }

  /** Begins no more, and resolves once what is under way is over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#later);
    await this.#running;
  }

  #begin(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#running = new Promise(setImmediate).then(() => this.#run());
  }

  async #run(): Promise<void> {
    this.#isAsked = false;
    await this.#work();
    this.#running = undefined;
    if (this.#isAsked) this.ask();
  }
}
