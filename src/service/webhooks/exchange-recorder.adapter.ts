import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { fingerprintOf } from '../../contract/webhook-signature.ts';
import type { Exchange, ExchangeTimes } from '../core/outbox/outbox.rules.ts';
import type { Target } from './target.adapter.ts';

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
