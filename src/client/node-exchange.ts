import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Socket } from 'node:net';
import type {
  FailureDetails,
  FailurePhase,
  TransportAnswer,
  TransportLimits,
  TransportRequest,
} from './transport.ts';
import { joinHeaders, TransportFailure } from './transport.ts';

/** How an exchange connects: through a pool, or (`false`) on a connection of its own. */
export interface Connecting {
  readonly agent: Agent | false;
  readonly tls: Readonly<Record<string, unknown>>;
}

const LIMIT_WORDS: Readonly<Record<keyof TransportLimits, string>> = {
  connectMs: 'no connection in time',
  headersMs: 'no answer in time',
  bodyIdleMs: 'the answer stalled',
};
const LIMIT_NAMES = { connectMs: 'connect', headersMs: 'headers', bodyIdleMs: 'body' } as const;

const isLookup = (cause: unknown): boolean =>
  cause instanceof Error && 'syscall' in cause && cause.syscall === 'getaddrinfo';

/** How far one exchange has come, and why it was stopped. */
class Exchange {
  readonly #request: TransportRequest;
  readonly #outgoing: ClientRequest;
  #incoming: IncomingMessage | undefined;
  #phase: FailurePhase = 'connect';
  #opened = false;
  #stopped: TransportFailure | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(request: TransportRequest, outgoing: ClientRequest) {
    this.#request = request;
    this.#outgoing = outgoing;
  }

  /** Runs it: resolves with the headers, rejects with a `TransportFailure`. */
  run(): Promise<TransportAnswer> {
    const { signal, url, body } = this.#request;
    const outgoing = this.#outgoing;
    const onAbort = () => this.#stop('the request was aborted', { cause: signal.reason });
    signal.addEventListener('abort', onAbort, { once: true });
    this.#arm('connectMs');
    outgoing.once('socket', (socket) => this.#watch(socket, url.protocol === 'https:'));
    outgoing.once('finish', () => {
      if (this.#incoming === undefined) this.#arm('headersMs');
    });
    return new Promise((resolve, reject) => {
      outgoing.on('error', (cause) => reject(this.#failure(cause)));
      outgoing.once('close', () => {
        this.#disarm();
        signal.removeEventListener('abort', onAbort);
        // Some ends come without an error, such as a switch of protocols that nobody asked for
        reject(this.#failure(undefined));
      });
      outgoing.once('response', (incoming) => resolve(this.#answer(incoming)));
      outgoing.end(body);
    });
  }

  #watch(socket: Socket, secure: boolean): void {
    const stands = () => {
      this.#opened = true;
      this.#phase = 'sent';
      this.#disarm();
    };
    if (this.#outgoing.reusedSocket) {
      stands();
      return;
    }
    if (secure) socket.once('connect', () => this.#handshake());
    socket.once(secure ? 'secureConnect' : 'connect', stands);
  }

  #handshake(): void {
    this.#phase = 'tls';
  }

  #answer(incoming: IncomingMessage): TransportAnswer {
    this.#disarm();
    this.#incoming = incoming;
    this.#phase = 'answer';
    // A stop between two reads must not surface as an unhandled event; the next read reports it
    incoming.on('error', () => undefined);
    return {
      status: incoming.statusCode ?? 0,
      headers: joinHeaders(incoming.rawHeaders),
      body: this.#read(incoming),
      discard: () => {
        incoming.destroy();
      },
    };
  }

  async *#read(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
    const chunks: AsyncIterator<unknown> = incoming[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await this.#next(chunks);
        if (piece.done) return;
        if (piece.value instanceof Uint8Array) yield piece.value;
      }
    } finally {
      if (!incoming.readableEnded || !this.#outgoing.writableFinished) incoming.destroy();
    }
  }

  async #next(chunks: AsyncIterator<unknown>): Promise<IteratorResult<unknown, unknown>> {
    this.#arm('bodyIdleMs');
    try {
      return await chunks.next();
    } catch (cause) {
      throw this.#failure(cause);
    } finally {
      this.#disarm();
    }
  }

  #arm(limit: keyof TransportLimits): void {
    this.#disarm();
    const ms = this.#request.limits[limit];
    if (ms >= 2 ** 31) return;
    const expire = () => this.#stop(LIMIT_WORDS[limit], { limit: LIMIT_NAMES[limit] });
    this.#timer = setTimeout(expire, ms);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
  }

  #stop(message: string, why: Pick<FailureDetails, 'limit' | 'cause'>): void {
    this.#stopped ??= new TransportFailure(message, { ...this.#state(), ...why });
    (this.#incoming ?? this.#outgoing).destroy(this.#stopped);
  }

  #state(): { readonly phase: FailurePhase; readonly opened: boolean } {
    return { phase: this.#phase, opened: this.#opened };
  }

  #failure(cause: unknown): TransportFailure {
    if (this.#stopped) return this.#stopped;
    if (isLookup(cause)) this.#phase = 'dns';
    return new TransportFailure('the exchange failed', { ...this.#state(), cause });
  }
}

function open(request: TransportRequest, connecting: Connecting): ClientRequest {
  const { url, method, headers } = request;
  const options: RequestOptions = { method, headers, agent: connecting.agent };
  if (url.protocol === 'https:') return overHttps(url, { ...options, ...connecting.tls });
  return overHttp(url, options);
}

/** One request over `node:http` or `node:https`, never repeated, never redirected. */
export async function exchange(
  request: TransportRequest,
  connecting: Connecting,
): Promise<TransportAnswer> {
  const unsent = { phase: 'connect', opened: false } as const;
  if (request.signal.aborted)
    throw new TransportFailure('aborted before it began', {
      ...unsent,
      cause: request.signal.reason,
    });
  let outgoing: ClientRequest;
  try {
    outgoing = open(request, connecting);
  } catch (cause) {
    throw new TransportFailure('the request cannot be put into HTTP', { ...unsent, cause });
  }
  return new Exchange(request, outgoing).run();
}
