import type {
  FailureDetails,
  FailurePhase,
  TransportLimits,
  TransportRequest,
} from './transport.ts';
import { TransportFailure } from './transport.ts';

const LIMIT_WORDS: Readonly<Record<keyof TransportLimits, string>> = {
  connectMs: 'no connection in time',
  headersMs: 'no answer in time',
  bodyIdleMs: 'the answer stalled',
};
const LIMIT_NAMES = { connectMs: 'connect', headersMs: 'headers', bodyIdleMs: 'body' } as const;
/** Timers of Node overflow beyond this and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const isLookup = (cause: unknown): boolean =>
  cause instanceof Error && 'syscall' in cause && cause.syscall === 'getaddrinfo';

/** Throws a `TransportFailure` for a request that was aborted before it began. */
export function refuseAborted({ signal }: TransportRequest): void {
  const unsent = { phase: 'connect', opened: false, cause: signal.reason } as const;
  if (signal.aborted) throw new TransportFailure('aborted before it began', unsent);
}

/**
 * How far one exchange has come: what a transport reports to, and what its failures are made from. It keeps the
 * request's limits and signal; when one of them ends the exchange, `end` is given the failure.
 */
export class Progress {
  readonly #request: TransportRequest;
  readonly #end: (failure: TransportFailure) => void;
  readonly #onAbort: () => void;
  #phase: FailurePhase = 'connect';
  #opened = false;
  #stopped: TransportFailure | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(request: TransportRequest, end: (failure: TransportFailure) => void) {
    this.#request = request;
    this.#end = end;
    this.#onAbort = () => this.#stop('the request was aborted', { cause: request.signal.reason });
    request.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.arm('connectMs');
  }

  /** What ended the exchange, where that was a limit or the signal. */
  get stopped(): TransportFailure | undefined {
    return this.#stopped;
  }

  /** The connection is being secured. */
  handshakes(): void {
    this.#phase = 'tls';
  }

  /** The connection stands: from here on the service may get the request. */
  stands(): void {
    this.#opened = true;
    this.#phase = 'sent';
    this.disarm();
  }

  /** The request is written: the answer's headers are waited for, unless they have come. */
  isWritten(): void {
    if (this.#phase === 'sent') this.arm('headersMs');
  }

  /** The answer's headers have come. */
  isAnswered(): void {
    this.#phase = 'answer';
    this.disarm();
  }

  /** The exchange is over: its timer and its listener are removed. */
  isOver(): void {
    this.disarm();
    this.#request.signal.removeEventListener('abort', this.#onAbort);
  }

  /** The failure that a cause amounts to; what stopped the exchange goes before. `phase` corrects how far it came. */
  failure(cause: unknown, phase?: FailurePhase | undefined): TransportFailure {
    if (this.#stopped) return this.#stopped;
    const reached = phase ?? (isLookup(cause) ? 'dns' : this.#phase);
    return new TransportFailure('the exchange failed', {
      phase: reached,
      opened: this.#opened,
      cause,
    });
  }

  /** Passes an answer's body on, within the limit of its pauses. Throws a `TransportFailure`; `close` is called at the end. */
  async *read(body: AsyncIterable<unknown>, close: () => void): AsyncGenerator<Uint8Array> {
    const pieces = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await this.#next(pieces);
        if (piece.done) return;
        if (piece.value instanceof Uint8Array) yield piece.value;
      }
    } finally {
      close();
    }
  }

  /** Begins a limit; the one before no longer counts. */
  arm(limit: keyof TransportLimits): void {
    this.disarm();
    const ms = this.#request.limits[limit];
    if (ms > LONGEST_TIMER_MS) return;
    const expire = () => this.#stop(LIMIT_WORDS[limit], { limit: LIMIT_NAMES[limit] });
    this.#timer = setTimeout(expire, ms);
  }

  disarm(): void {
    clearTimeout(this.#timer);
  }

  async #next(pieces: AsyncIterator<unknown>): Promise<IteratorResult<unknown, unknown>> {
    this.arm('bodyIdleMs');
    try {
      return await pieces.next();
    } catch (cause) {
      throw this.failure(cause);
    } finally {
      this.disarm();
    }
  }

  #stop(message: string, why: Pick<FailureDetails, 'limit' | 'cause'>): void {
    const state = { phase: this.#phase, opened: this.#opened };
    this.#stopped ??= new TransportFailure(message, { ...state, ...why });
    this.#end(this.#stopped);
  }
}
