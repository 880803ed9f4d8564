/** Lower-case header names with their values; a repeated header's values are joined with `, `. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** How far a request had come when it failed. Up to `proxy` the service certainly did not see it. */
export type FailurePhase = 'dns' | 'connect' | 'tls' | 'proxy' | 'sent' | 'answer';

/** The time limits that a transport keeps by itself, in milliseconds; `Infinity` means none. */
export interface TransportLimits {
  /** Until the connection stands (name, TCP and TLS). */
  readonly connectMs: number;
  /** From the request being written to the answer's headers. */
  readonly headersMs: number;
  /** Between two pieces of the answer's body. */
  readonly bodyIdleMs: number;
}

/** One request, complete: nothing is added, repeated or redirected by a transport. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Use a connection that nothing used before: on a stale one the outcome would be unknown. */
  readonly ownConnection: boolean;
  readonly limits: TransportLimits;
  /** Ends the exchange at any time, in the middle of the answer's body too. */
  readonly signal: AbortSignal;
}

/** An answer whose headers have come. Its body is read or discarded, or its connection stays busy. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The body's bytes; throws a `TransportFailure` when it is cut, stalls or is aborted. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives up the rest of the body and its connection. */
  discard(): void;
}

/** What carries requests: `NodeTransport` by default, anything of this shape otherwise. */
export interface Transport {
  /** Sends one request once. Throws a `TransportFailure`; an answer of any status is no failure. */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Closes connections that are kept open. */
  close?(): void;
}

/** What a transport knows about its failure. */
export interface FailureDetails {
  readonly phase: FailurePhase;
  /** True when the request may have reached the service. */
  readonly opened: boolean;
  /** The limit that ran out, when that was the reason. */
  readonly limit?: 'connect' | 'headers' | 'body' | undefined;
  readonly cause?: unknown;
}

/** A request that got no answer, or an answer that got no end; `opened` is the evidence that retries rest on. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly phase: FailurePhase;
  readonly opened: boolean;
  readonly limit: FailureDetails['limit'];

  constructor(message: string, details: FailureDetails) {
    super(message, { cause: details.cause });
    this.phase = details.phase;
    this.opened = details.opened;
    this.limit = details.limit;
  }
}

/**
 * Headers as name, value, name, value … into a record without a prototype, names in lower case, repeated ones joined
 * with `, `. A name such as `__proto__` is a name like any other.
 */
export function joinHeaders(raw: readonly string[]): AnswerHeaders {
  const joined: Record<string, string> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    joined[name] = name in joined ? `${joined[name]}, ${value}` : value;
  }
  return joined;
}
