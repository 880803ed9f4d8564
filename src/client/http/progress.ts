import { LONGEST_TIMER_MS } from './system-clock.ts';
import type {
  FailureDetails,
  FailurePhase,
  TransportLimits,
  TransportRequest,
} from './transport.ts';
import { TransportFailure } from './transport.ts';

const LIMITS = {
  connectMs: { limit: 'connect', message: 'no connection in time' },
  headersMs: { limit: 'headers', message: 'no response in time' },
  bodyIdleMs: { limit: 'body', message: 'the response stalled' },
} as const;

const isLookup = (cause: unknown): boolean =>
  cause instanceof Error && 'syscall' in cause && cause.syscall === 'getaddrinfo';

/** Throws a `TransportFailure` for a request whose signal is already aborted. */
export function refuseAborted({ signal }: TransportRequest): void {
  const unsent = { phase: 'connect', opened: false, cause: signal.reason } as const;
  if (signal.aborted) throw new TransportFailure('aborted before it began', unsent);
}

/** Tracks how far a request came, enforces its limits and signal, calls `end` with a failure. */
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
    this.#arm('connectMs');
  }

  /** The failure that stopped the request, if it was a limit or the signal. */
  get stopped(): TransportFailure | undefined {
    return this.#stopped;
  }

  /** TCP is connected and the TLS handshake starts. */
  securing(): void {
    this.#phase = 'tls';
  }

  /** The connection is ready: from now on the service may get the request. */
  connected(): void {
    this.#opened = true;
    this.#phase = 'sent';
    this.#disarm();
  }

  /** The request is written; waits for the response's headers unless they have arrived. */
  requestSent(): void {
    if (this.#phase === 'sent') this.#arm('headersMs');
  }

  /** The response's headers have arrived. */
  responded(): void {
    this.#phase = 'answer';
    this.#disarm();
  }

  /** The request is over: removes its timer and its listener. */
  closed(): void {
    this.#disarm();
    this.#request.signal.removeEventListener('abort', this.#onAbort);
  }

  /** The failure for a cause, unless a limit or the signal came first. `phase` overrides ours. */
  failure(cause: unknown, phase?: FailurePhase | undefined): TransportFailure {
    if (this.#stopped) return this.#stopped;
    if (cause instanceof TransportFailure) return cause;
    const reached = phase ?? (isLookup(cause) ? 'dns' : this.#phase);
    const details = { phase: reached, opened: this.#opened, cause };
    return new TransportFailure('the request failed', details);
  }

  /** Passes a body on, limits its pauses, calls `close` at the end. Throws a `TransportFailure`. */
  async *read(body: AsyncIterable<unknown>, close: () => void): AsyncGenerator<Uint8Array> {
    const chunks = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const chunk = await this.#next(chunks);
        if (chunk.done) return;
        if (chunk.value instanceof Uint8Array) yield chunk.value;
      }
    } finally {
      close();
    }
  }

  async #next(chunks: AsyncIterator<unknown>): Promise<IteratorResult<unknown, unknown>> {
    this.#arm('bodyIdleMs');
    try {
      return await chunks.next();
    } catch (cause) {
      throw this.failure(cause);
    } finally {
      this.#disarm();
    }
  }

  /** Replaces the previous limit. */
  #arm(name: keyof TransportLimits): void {
    this.#disarm();
    const ms = this.#request.limits[name];
    if (ms > LONGEST_TIMER_MS) return;
    const { limit, message } = LIMITS[name];
    this.#timer = setTimeout(() => this.#stop(message, { limit }), ms);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
  }

  #stop(message: string, why: Pick<FailureDetails, 'limit' | 'cause'>): void {
    const state = { phase: this.#phase, opened: this.#opened };
    this.#stopped ??= new TransportFailure(message, { ...state, ...why });
    this.#end(this.#stopped);
  }
}
