import type { FailurePhase } from '../http/transport.ts';
import { TransportFailure } from '../http/transport.ts';
import type { ErrorDetails } from './esign-error.ts';
import { EsignError } from './esign-error.ts';
import { nameErrors } from './name-errors.ts';

/** The service is unreachable, or the connection broke; `status` is of a truncated response. */
export class ConnectionError extends EsignError {
  /** How far the request had come. */
  readonly phase: FailurePhase;
  /** True if the request may have reached the service. */
  readonly opened: boolean;
  /** The system's or Node's code, such as `ECONNREFUSED`. */
  readonly causeCode: string | undefined;

  constructor(
    message: string,
    details: ErrorDetails &
      Pick<ConnectionError, 'phase' | 'opened'> &
      Partial<Pick<ConnectionError, 'causeCode'>>,
  ) {
    super(message, details);
    this.phase = details.phase;
    this.opened = details.opened;
    this.causeCode = details.causeCode;
  }
}

/** The limit that ran out: connecting, headers, body, an attempt (`try`) or the call (`total`). */
export type TimeLimitName = 'connect' | 'headers' | 'body' | 'try' | 'total';

/** A time limit ran out. */
export class TimeoutError extends EsignError {
  /** The limit that ran out. */
  readonly which: TimeLimitName;
  /** True if the request may have reached the service. */
  readonly opened: boolean;

  constructor(message: string, details: ErrorDetails & Pick<TimeoutError, 'which' | 'opened'>) {
    super(message, details);
    this.which = details.which;
    this.opened = details.opened;
  }
}

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends EsignError {
  /** True if the request may have reached the service; an unsafe one may have been applied. */
  readonly opened: boolean;

  constructor(message: string, details: ErrorDetails & Pick<AbortedError, 'opened'>) {
    super(message, details);
    this.opened = details.opened;
  }
}

/** The request may have been applied, and reading did not settle it. Check before repeating it. */
export class OutcomeUnknownError extends EsignError {
  /** The document's status when last read. */
  readonly lastKnownStatus: string | undefined;
  /** Ids of documents that the request may have created. */
  readonly candidates: readonly string[];
  /** Check this before repeating the request. */
  readonly hint: string;

  constructor(
    message: string,
    details: ErrorDetails &
      Pick<OutcomeUnknownError, 'hint'> & {
        readonly lastKnownStatus?: string | undefined;
        readonly candidates?: readonly string[] | undefined;
      },
  ) {
    super(message, details);
    this.lastKnownStatus = details.lastKnownStatus;
    this.candidates = details.candidates ?? [];
    this.hint = details.hint;
  }
}

/** A 2xx response off the contract: no JSON, a missing field, a PDF truncated or too large. */
export class ResponseShapeError extends EsignError {
  /** The HTTP status of the response. */
  declare readonly status: number;
  /** At most 4096 characters of the body, redacted. */
  readonly rawBody: string;

  constructor(
    message: string,
    details: ErrorDetails & { readonly status: number; readonly rawBody?: string },
  ) {
    super(message, details);
    this.rawBody = details.rawBody ?? '';
  }
}

nameErrors({
  ConnectionError,
  TimeoutError,
  AbortedError,
  OutcomeUnknownError,
  ResponseShapeError,
});

/** The abort reason when a time limit ends a call or an attempt. */
export class LimitReached {
  readonly which: 'try' | 'total';
  readonly ms: number;

  constructor(which: 'try' | 'total', ms: number) {
    this.which = which;
    this.ms = ms;
  }
}

/** The failed attempt, for its error's message and fields. */
export interface FailedAttempt {
  readonly operation: string;
  readonly attempts?: number | undefined;
  readonly documentId?: string | undefined;
  /** The host, or the reading of a file. The message begins with it. */
  readonly subject: string;
  /** The signal of the attempt. */
  readonly signal: AbortSignal;
  /** The status of a truncated response. */
  readonly status?: number | undefined;
}

/** A failed proxy is told by the transport, which knows its name. */
const PHASE_MESSAGES: Readonly<Record<Exclude<FailurePhase, 'proxy'>, string>> = {
  dns: 'the host name could not be resolved',
  connect: 'could not connect',
  tls: 'could not establish a secure connection',
  sent: 'the connection broke before a response came',
  fetch: 'fetch failed before a response came',
  answer: 'the connection broke in the middle of the response',
};

function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}

/** The error of a call whose signal aborted, by a time limit or by the caller. */
export function stopError(about: FailedAttempt, opened: boolean): EsignError {
  const reason: unknown = about.signal.reason;
  if (reason instanceof LimitReached) {
    const { which, ms } = reason;
    const limited = which === 'total' ? 'the whole call' : 'one attempt';
    const { subject, status } = about;
    const begun = status ? ` sent ${status}, but` : '';
    const message = `${subject}${begun} took longer than ${ms} ms, the limit of ${limited}`;
    return new TimeoutError(message, { ...about, which, opened });
  }
  const message = opened
    ? 'aborted after the request was sent'
    : 'aborted before anything was sent';
  return new AbortedError(message, { ...about, opened, cause: reason });
}

function errorOf(failure: TransportFailure, about: FailedAttempt): EsignError {
  const { phase, opened, limit, cause } = failure;
  if (about.signal.aborted) return stopError(about, opened);
  if (limit) {
    const message = `${about.subject}: ${failure.message}`;
    return new TimeoutError(message, { ...about, which: limit, opened });
  }
  const causeCode = codeOf(cause);
  const code = causeCode === undefined ? '' : ` (${causeCode})`;
  const what = phase === 'proxy' ? failure.message : PHASE_MESSAGES[phase];
  const message = `${about.subject}: ${what}${code}`;
  return new ConnectionError(message, { ...about, phase, opened, causeCode, cause });
}

/** Converts any thrown value. Unknown errors count as failures after sending. */
export function toError(thrown: unknown, about: FailedAttempt): EsignError {
  if (thrown instanceof EsignError) return thrown;
  if (thrown instanceof TransportFailure) return errorOf(thrown, about);
  const sent = { phase: 'sent', opened: true, cause: thrown } as const;
  return errorOf(new TransportFailure('the transport failed', sent), about);
}
