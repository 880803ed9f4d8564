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

/** A request whose body is read, and who is told once what came of it. */
export interface BodyTaker {
  readonly request: IncomingMessage;
  /** `performance.now()` when the request came. */
  readonly startedAt: number;
  /** As its header tells; 0 when it does not. */
  readonly announcedBytes: number;
  /**
   * Given the exact bytes; `BodyRefused`, 413 when there are too many, 408 when they take too long; or the connection's error
   * when it breaks.
   */
  takeBody(outcome: Buffer | Error): void;
}

/** A body on its way; ends once. */
class Reading {
  readonly #taker: BodyTaker;
  readonly #limits: BodyLimits;
  readonly #open: Set<Reading>;
  #first: Buffer | undefined;
  #others: Buffer[] | undefined;
  #bytes = 0;

  constructor(taker: BodyTaker, limits: BodyLimits, open: Set<Reading>) {
    this.#taker = taker;
    this.#limits = limits;
    this.#open = open;
  }

  get isLate(): boolean {
    return performance.now() - this.#taker.startedAt >= this.#limits.bodyTimeoutMs;
  }

  begin(): void {
    this.#open.add(this);
    const { request, announcedBytes } = this.#taker;
    request.on('error', (error) => this.#end(error));
    if (announcedBytes > this.#limits.maxBodyBytes) {
      this.#endTooLarge();
      return;
    }
    request.on('data', (chunk: Buffer) => this.#add(chunk));
    request.on('end', () => this.#endWhole());
  }

  #add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.maxBodyBytes) this.#endTooLarge();
    else if (this.#first === undefined) this.#first = chunk;
    else if (this.#others === undefined) this.#others = [this.#first, chunk];
    else this.#others.push(chunk);
  }

  /** Most bodies are one piece, which needs no copy. */
  #endWhole(): void {
    this.#end(this.#others ? Buffer.concat(this.#others) : (this.#first ?? Buffer.alloc(0)));
  }

  #endTooLarge(): void {
    this.#end(new BodyRefused(413, `more than ${this.#limits.maxBodyBytes} bytes`));
  }

  endLate(): void {
    this.#end(new BodyRefused(408, `the body took longer than ${this.#limits.bodyTimeoutMs} ms`));
  }

  #end(outcome: Buffer | Error): void {
    if (this.#open.delete(this)) this.#taker.takeBody(outcome);
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

  /** Reads a request's body. */
  read(taker: BodyTaker): void {
    new Reading(taker, this.#limits, this.#open).begin();
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
