import type { IncomingMessage } from 'node:http';

/** A body that was not taken, with the status that says so. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused';
  readonly status: 408 | 413;

  constructor(status: 408 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/** What bounds a body. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Longest that the whole body may take, in milliseconds. */
  readonly bodyTimeoutMs: number;
}

type Outcome = Buffer | Error;

/** A body on its way; ends once. */
class Reading {
  readonly #limits: BodyLimits;
  readonly #taker: (outcome: Outcome) => void;
  readonly #chunks: Buffer[] = [];
  readonly #startedAt = performance.now();
  #bytes = 0;
  #hasEnded = false;

  constructor(limits: BodyLimits, taker: (outcome: Outcome) => void) {
    this.#limits = limits;
    this.#taker = taker;
  }

  get isLate(): boolean {
    return performance.now() - this.#startedAt >= this.#limits.bodyTimeoutMs;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.maxBodyBytes) this.endTooLarge();
    else this.#chunks.push(chunk);
  }

  /** Most bodies are one piece, which needs no copy. */
  endWhole(): void {
    const [first] = this.#chunks;
    this.end(first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks));
  }

  endTooLarge(): void {
    this.end(new BodyRefused(413, `more than ${this.#limits.maxBodyBytes} bytes`));
  }

  endLate(): void {
    this.end(new BodyRefused(408, `the body took longer than ${this.#limits.bodyTimeoutMs} ms`));
  }

  end(outcome: Outcome): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#taker(outcome);
  }
}

/** Share of the time for a body after which it is looked at again whether it is up, and the longest such step. */
const STEP_SHARE = 0.1;
const STEP_MS = 500;

/** Reads the bodies of a receiver. One timer serves them all, and events instead of promises: most bodies come at once. */
export class BodyReader {
  readonly #limits: BodyLimits;
  readonly #open = new Set<Reading>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /**
   * Tells once what came of a request's body: its exact bytes; `BodyRefused`, 413 when there are too many, 408 when they
   * take too long; or the connection's error when it breaks.
   */
  read(request: IncomingMessage, taker: (outcome: Outcome) => void): void {
    const reading = new Reading(this.#limits, (outcome) => {
      this.#open.delete(reading);
      taker(outcome);
    });
    request.on('error', (error) => reading.end(error));
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > this.#limits.maxBodyBytes) {
      reading.endTooLarge();
      return;
    }
    request.on('data', (chunk: Buffer) => reading.add(chunk));
    request.on('end', () => reading.endWhole());
    this.#open.add(reading);
    this.#timer ??= this.#startTimer();
  }

  #startTimer(): NodeJS.Timeout {
    const stepMs = Math.min(STEP_MS, this.#limits.bodyTimeoutMs * STEP_SHARE);
    return setInterval(() => this.#endLate(), stepMs).unref();
  }

  /** They stand in the order in which they came. */
  #endLate(): void {
    for (const reading of this.#open) {
      if (!reading.isLate) return;
      reading.endLate();
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
