import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { retryAfterMs } from '../../contract/retry-after.ts';
import { fingerprintOf } from '../../contract/webhooks/webhook-signature.ts';
import { failing } from '../../network/failure-reason.ts';
import type { FindAddresses } from '../../network/find-addresses.ts';
import { checkedLookup } from '../../network/public-address.ts';
import type { AttemptOutcome, Exchange, ExchangeTimes } from '../core/outbox/outbox.rules.ts';
import type { Target } from './target.adapter.ts';
import { refusalOf } from './target.adapter.ts';

/** Headers useful for debugging. Others, such as cookies, may hold the receiver's secrets. */
const LOGGED_HEADERS = [
  ...['cf-ray', 'content-length', 'content-type', 'date', 'location', 'retry-after', 'server'],
  ...['x-amzn-requestid', 'x-correlation-id', 'x-request-id'],
];
const HEADER_CHARACTERS = 1024;
const NO_TIMES: ExchangeTimes = { lookupMs: null, connectMs: null, tlsMs: null, firstByteMs: null };

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** Records an HTTP exchange for the delivery log, timed from its construction. */
export class ExchangeRecorder {
  readonly exchange: Mutable<Exchange>;
  readonly #startedAt = performance.now();

  constructor(target: Target, requestHeaders: Exchange['requestHeaders'], secret: string) {
    const secretFingerprint = fingerprintOf(secret);
    const remoteAddress = target.isLiteral ? target.host : null;
    const response = { times: NO_TIMES, answerHeaders: {}, truncated: false };
    this.exchange = { requestHeaders, secretFingerprint, remoteAddress, ...response };
  }

  /** Times a new connection; forgets an earlier one's times. */
  connect(socket: Socket): void {
    this.exchange.times = NO_TIMES;
    socket.once('lookup', () => this.#time('lookupMs'));
    socket.on('connectionAttempt', (address: string) => {
      this.exchange.remoteAddress = address;
    });
    socket.once('connect', () => {
      this.reuse(socket);
      this.#time('connectMs');
    });
    socket.once('secureConnect', () => this.#time('tlsMs'));
  }

  reuse({ remoteAddress }: Socket): void {
    if (remoteAddress) this.exchange.remoteAddress = remoteAddress;
  }

  respond(headers: IncomingHttpHeaders): void {
    this.#time('firstByteMs');
    const logged = LOGGED_HEADERS.flatMap((name) => {
      const text = headers[name]?.toString();
      return text === undefined ? [] : [[name, text.slice(0, HEADER_CHARACTERS)]];
    });
    this.exchange.answerHeaders = Object.fromEntries(logged);
  }

  #time(phase: keyof ExchangeTimes): void {
    const ms = Math.round((performance.now() - this.#startedAt) * 10) / 10;
    this.exchange.times = { ...this.exchange.times, [phase]: ms };
  }
}

interface Post {
  readonly target: Target;
  readonly body: Buffer;
  /** Opens a new connection, closed after the response. */
  readonly isFresh: boolean;
  readonly recorder: ExchangeRecorder;
  /** For the response's headers, by `performance.now()`. */
  readonly deadline: number;
}

/** `body` is the beginning of the response's. */
type PostResponse = Pick<AttemptOutcome, 'body' | 'retryAfterMs'> & { readonly status: number };

interface ConnectionOptions {
  readonly find: FindAddresses;
  readonly connectMs: number;
  /** PEM certificates to trust instead of Node's. */
  readonly ca: string[] | undefined;
}

// Many servers close idle connections after 5 s. `maxSockets` stays unlimited: the outbox limits
// attempts per endpoint, and a silent endpoint must not block others on its host.
const KEPT = { keepAlive: true, timeout: 4000 };
const SESSIONS = 100;
/** How much of a response is kept, in bytes. */
export const BODY_BYTES = 16 * 1024;
const BODY_MS = 2000;
const SWITCHING_PROTOCOLS = 101;

const isClosing = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE';

/** Posts to checked addresses only. */
export class HttpClient {
  readonly #options: ConnectionOptions;
  readonly #kept = { http: new HttpAgent(KEPT), https: new HttpsAgent(KEPT) };
  readonly #fresh = { http: new HttpAgent(), https: new HttpsAgent() };
  /** Latest TLS session by origin; fresh connections use them too. */
  readonly #sessions = new Map<string, Buffer>();
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Reads the beginning of the response, also of a redirect. If the receiver closed a reused
   * connection before responding, repeats the POST once over a fresh one.
   * @throws {Error} Node's, or one made by `failing`
   */
  post(post: Post): Promise<PostResponse> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw failing('interrupted');
      const request = this.#open(post);
      const expire = () => request.destroy(failing('timeout_ack'));
      const timer = setTimeout(expire, post.deadline - performance.now());
      let bytesBefore = 0;
      request.once('socket', (socket) => {
        bytesBefore = socket.bytesRead;
        if (request.reusedSocket) post.recorder.reuse(socket);
        else this.#watch(socket, post);
      });
      const respond = (response: IncomingMessage) => {
        clearTimeout(timer);
        resolve(receive(response, post.recorder));
      };
      request.once('response', respond).once('upgrade', respond);
      request.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        const isUnanswered = request.socket?.bytesRead === bytesBefore;
        if (this.#isClosed) reject(failing('interrupted'));
        else if (request.reusedSocket && isUnanswered && isClosing(error)) {
          resolve(this.post({ ...post, isFresh: true }));
        } else reject(error);
      });
      request.end(post.body);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const agent of [this.#kept, this.#fresh].flatMap(Object.values)) agent.destroy();
  }

  #open({ target, isFresh, recorder }: Post): ClientRequest {
    const { origin, host, port, path } = target;
    const { find, ca } = this.#options;
    const headers = recorder.exchange.requestHeaders;
    const lookup = checkedLookup(find, (address) => refusalOf(address, target));
    const options = { method: 'POST', host, port, path, headers, lookup };
    const agents = isFresh ? this.#fresh : this.#kept;
    if (target.isPlain) return requestHttp({ ...options, agent: agents.http });
    const tls = { ca, session: this.#sessions.get(origin), ALPNProtocols: ['http/1.1'] };
    return requestHttps({ ...options, ...tls, agent: agents.https });
  }

  /** Limits the time to connect, and checks the socket's actual address. */
  #watch(socket: Socket, { target, recorder }: Post): void {
    recorder.connect(socket);
    const expire = () => socket.destroy(failing('timeout_connect'));
    const timer = setTimeout(expire, this.#options.connectMs);
    socket.once('connect', () => {
      const { remoteAddress } = socket;
      const refusal = remoteAddress ? refusalOf(remoteAddress, target) : 'connection_reset';
      if (refusal) socket.destroy(failing(refusal));
    });
    socket.once(target.isPlain ? 'connect' : 'secureConnect', () => clearTimeout(timer));
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', () => this.#sessions.delete(target.origin));
    socket.on('session', (session: Buffer) => {
      if (this.#sessions.size >= SESSIONS) this.#sessions.clear();
      this.#sessions.set(target.origin, session);
    });
  }
}

/** Reads up to 16 KiB of the body for up to 2 s, then closes the connection. */
function receive(response: IncomingMessage, recorder: ExchangeRecorder): Promise<PostResponse> {
  const { statusCode: status = 0, headers } = response;
  recorder.respond(headers);
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => response.destroy(), BODY_MS);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > BODY_BYTES) response.destroy();
    });
    // Keeps what arrived of an incomplete body.
    response.on('error', () => undefined);
    response.once('close', () => {
      clearTimeout(timer);
      const isWhole = response.complete && bytes <= BODY_BYTES;
      if (!isWhole && status !== SWITCHING_PROTOCOLS) recorder.exchange.truncated = true;
      const text = Buffer.concat(chunks).subarray(0, BODY_BYTES).toString('utf8');
      const wait = retryAfterMs({ 'retry-after': headers['retry-after'] }, Date.now());
      // Databases don't accept NUL in text.
      resolve({ status, body: text.replaceAll('\0', '\ufffd'), retryAfterMs: wait ?? null });
    });
    if (status < 100) reject(failing('invalid_answer'));
    if (status <= SWITCHING_PROTOCOLS) response.destroy();
  });
}
