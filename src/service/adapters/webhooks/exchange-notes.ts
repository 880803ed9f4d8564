import type { Socket } from 'node:net';
import type { Exchange, ExchangeTimes } from '../../domain/outbox.ts';
import { fingerprintOf } from '../../domain/webhook-endpoint.ts';
import type { Target } from './target.ts';

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

/** Headers of an answer, their names in lower case; of a repeated one, all values. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

const noTimes = (): Times => ({ lookupMs: null, connectMs: null, tlsMs: null, firstByteMs: null });

type Times = { -readonly [name in keyof ExchangeTimes]: ExchangeTimes[name] };

/** What is noted of an exchange while it goes on; `startedAt` is of `performance.now()`. */
export class ExchangeNotes {
  readonly #startedAt: number;
  readonly #requestHeaders: Readonly<Record<string, string>>;
  readonly #secretFingerprint: string;
  readonly #answerHeaders: Record<string, string> = {};
  #remoteAddress: string | null;
  #times = noTimes();
  #truncated = false;

  constructor(target: Target, { startedAt, headers, secret }: NotedRequest) {
    this.#startedAt = startedAt;
    this.#requestHeaders = headers;
    this.#secretFingerprint = fingerprintOf(secret);
    this.#remoteAddress = target.isLiteral ? target.host : null;
  }

  /** The request goes over a connection that stands. */
  reuses(socket: Socket): void {
    this.#remoteAddress = socket.remoteAddress ?? this.#remoteAddress;
  }

  /** Follows a connection until it stands; what was noted of one before it is forgotten. */
  watch(socket: Socket): void {
    this.#times = noTimes();
    socket.once('lookup', () => this.note('lookupMs'));
    socket.on('connectionAttempt', (address: string) => {
      this.#remoteAddress = address;
    });
    socket.once('connect', () => {
      this.reuses(socket);
      this.note('connectMs');
    });
    socket.once('secureConnect', () => this.note('tlsMs'));
  }

  /** Something is over by now. */
  note(what: keyof ExchangeTimes): void {
    this.#times[what] = Math.round((performance.now() - this.#startedAt) * 10) / 10;
  }

  answered(headers: AnswerHeaders, truncated: boolean): void {
    this.#truncated = truncated;
    for (const name of KEPT_HEADERS) {
      const value = headers[name];
      if (value === undefined) continue;
      const text = typeof value === 'string' ? value : value.join(', ');
      this.#answerHeaders[name] = text.slice(0, HEADER_CHARACTERS);
    }
  }

  read(): Exchange {
    return {
      requestHeaders: this.#requestHeaders,
      secretFingerprint: this.#secretFingerprint,
      remoteAddress: this.#remoteAddress,
      times: this.#times,
      answerHeaders: this.#answerHeaders,
      truncated: this.#truncated,
    };
  }
}

interface NotedRequest {
  readonly startedAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
}
