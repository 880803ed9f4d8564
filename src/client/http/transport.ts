/** Header values by lower-case name; repeated headers are joined with `, `. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * How far a request had come when it failed. Before `sent` the service certainly did not get it;
 * `fetch` cannot tell, so counts as sent.
 */
export type FailurePhase = 'dns' | 'connect' | 'tls' | 'proxy' | 'sent' | 'fetch' | 'answer';

/** The time limits that a transport enforces, in milliseconds; `Infinity` turns one off. */
export interface TransportLimits {
  /** Until the connection is ready (DNS, TCP and TLS). */
  readonly connectMs: number;
  /** From the end of the request to the response's headers. */
  readonly headersMs: number;
  /** Between two chunks of the response's body. */
  readonly bodyIdleMs: number;
}

/** One complete request. A transport sends it unchanged, once, and follows no redirects. */
export interface TransportRequest {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The whole URL. */
  readonly url: URL;
  /** The headers. They may contain the key: do not log them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body; undefined for none. */
  readonly body?: Uint8Array | undefined;
  /** Called with the bytes sent so far of a large body. Must not throw. */
  readonly onSent?: ((bytes: number) => void) | undefined;
  /** Use a new connection: on a stale one the outcome would be unknown. */
  readonly ownConnection: boolean;
  /** The time limits to enforce. */
  readonly limits: TransportLimits;
  /** Aborts the request at any time, even in the middle of the response's body. */
  readonly signal: AbortSignal;
}

/** A response whose headers have arrived. Read or discard its body to free the connection. */
export interface TransportAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: AnswerHeaders;
  /** The body; throws a `TransportFailure` if it is truncated, stalls or is aborted. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the rest of the body and its connection. */
  discard(): void;
}

/** Sends requests: `NodeTransport` by default, or your own implementation. */
export interface Transport {
  /** Sends one request once. Throws a `TransportFailure`, but not for a response of any status. */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Closes idle connections. */
  close?(): void;
}

/** Details of a `TransportFailure`. */
export interface FailureDetails {
  /** How far the request had come. */
  readonly phase: FailurePhase;
  /** True if the request may have reached the service. */
  readonly opened: boolean;
  /** The time limit that ran out, if any. */
  readonly limit?: 'connect' | 'headers' | 'body' | undefined;
  /** The underlying error, such as one from Node. */
  readonly cause?: unknown;
}

/** A request without a complete response; retries depend on `opened`. */
export class TransportFailure extends Error {
  /** How far the request had come. */
  readonly phase: FailurePhase;
  /** True if the request may have reached the service. */
  readonly opened: boolean;
  /** The time limit that ran out, if any. */
  readonly limit: FailureDetails['limit'];

  constructor(message: string, details: FailureDetails) {
    super(message, { cause: details.cause });
    this.phase = details.phase;
    this.opened = details.opened;
    this.limit = details.limit;
  }

  /** The name of the class, even in minified programs. */
  override get name(): string {
    return 'TransportFailure';
  }
}

/** Joins Node's raw headers (name, value, …). No prototype, so that `__proto__` can be a name. */
export function joinHeaders(raw: readonly string[]): AnswerHeaders {
  const joined: Record<string, string> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    joined[name] = name in joined ? `${joined[name]}, ${value}` : value;
  }
  return joined;
}
