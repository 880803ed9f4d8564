import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import type { Exchange, ExchangeTimes } from '../../domain/outbox.ts';
import { fingerprintOf } from '../../domain/webhook-endpoint.ts';

/** Headers of an answer that help to find a fault; others may hold what belongs to the receiver alone, as cookies do. */
const KEPT_HEADERS = [
  'cf-ray',
  'content-length',
  'content-type',
  'date',
  'location',
  'retry-after',
  'server',
  'x-amzn-requestid',
  'x-correlation-id',
  'x-request-id',
];
const HEADER_CHARACTERS = 1024;

const NO_TIMES: ExchangeTimes = { lookupMs: null, connectMs: null, tlsMs: null, firstByteMs: null };

/** What is noted of an exchange while it goes on; `startedAt` is of `performance.now()`. */
export class ExchangeNotes {
  readonly #startedAt: number;
  readonly #sent: Pick<Exchange, 'requestHeaders' | 'secretFingerprint'>;
  #remoteAddress: string | null;
  #times = NO_TIMES;
  #answerHeaders: Record<string, string> = {};
  #truncated = false;

  constructor(url: URL, { startedAt, headers, secret }: NotedRequest) {
    const host = hostOf(url);
    this.#startedAt = startedAt;
    this.#remoteAddress = isIP(host) ? host : null;
    this.#sent = { requestHeaders: headers, secretFingerprint: fingerprintOf(secret) };
  }

  /** Follows a request to its answer; what was noted of one before it is forgotten. */
  watch(request: ClientRequest): void {
    this.#times = NO_TIMES;
    request.once('socket', (socket: Socket) => {
      this.#remoteAddress = socket.remoteAddress ?? this.#remoteAddress;
      if (!request.reusedSocket) this.#watchConnection(socket);
    });
    request.once('response', () => this.#note('firstByteMs'));
    request.once('upgrade', () => this.#note('firstByteMs'));
  }

  answered(headers: IncomingHttpHeaders, truncated: boolean): void {
    this.#truncated = truncated;
    for (const name of KEPT_HEADERS) {
      const value = headers[name];
      if (value === undefined) continue;
      this.#answerHeaders[name] = String(value).slice(0, HEADER_CHARACTERS);
    }
  }

  read(): Exchange {
    return {
      ...this.#sent,
      remoteAddress: this.#remoteAddress,
      times: this.#times,
      answerHeaders: this.#answerHeaders,
      truncated: this.#truncated,
    };
  }

  #watchConnection(socket: Socket): void {
    socket.once('lookup', () => this.#note('lookupMs'));
    socket.on('connectionAttempt', (address: string) => {
      this.#remoteAddress = address;
    });
    socket.once('connect', () => {
      this.#remoteAddress = socket.remoteAddress ?? this.#remoteAddress;
      this.#note('connectMs');
    });
    socket.once('secureConnect', () => this.#note('tlsMs'));
  }

  #note(what: keyof ExchangeTimes): void {
    const ms = Math.round((performance.now() - this.#startedAt) * 10) / 10;
    this.#times = { ...this.#times, [what]: ms };
  }
}

interface NotedRequest {
  readonly startedAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
}

/** A URL's host as `node:net` takes it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
