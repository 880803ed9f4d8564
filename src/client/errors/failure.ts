import { LimitReached } from '../http/scope.ts';
import type { FailurePhase } from '../http/transport.ts';
import { TransportFailure } from '../http/transport.ts';
import { AbortedError, ConnectionError, TimeoutError } from './call-errors.ts';
import { EsignError } from './esign-error.ts';

/** The request that failed, for the words and fields of its error. */
export interface FailedTry {
  readonly operation: string;
  readonly attempts: number;
  readonly documentId?: string | undefined;
  readonly host: string;
  /** The signal of the try. */
  readonly signal: AbortSignal;
  /** The status of the answer that had begun. */
  readonly status?: number | undefined;
}

const PHASE_WORDS: Readonly<Record<FailurePhase, string>> = {
  dns: 'the name could not be resolved',
  connect: 'no connection',
  tls: 'no secure connection',
  proxy: 'the proxy did not connect',
  sent: 'the connection broke before an answer came',
  answer: 'the connection broke in the middle of the answer',
};

function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}

function limitError(limit: LimitReached, about: FailedTry, opened: boolean): TimeoutError {
  const whole = limit.which === 'total' ? 'the whole call' : 'one try';
  const message = `${about.host} took longer than ${limit.ms} ms, the limit of ${whole}`;
  return new TimeoutError(message, { ...about, which: limit.which, opened });
}

/** The error of a call that its signal ended: by a limit of ours, or by the caller. */
export function stopError(about: FailedTry, opened: boolean): EsignError {
  const reason: unknown = about.signal.reason;
  if (reason instanceof LimitReached) return limitError(reason, about, opened);
  const words = opened ? 'aborted after the request was sent' : 'aborted before anything was sent';
  return new AbortedError(words, { ...about, opened, cause: reason });
}

function breakError(failure: TransportFailure, about: FailedTry): EsignError {
  const { phase, opened, limit, cause } = failure;
  if (limit) {
    const message = `${about.host}: ${failure.message}`;
    return new TimeoutError(message, { ...about, which: limit, opened });
  }
  const causeCode = codeOf(cause);
  const detail = causeCode === undefined ? '' : ` (${causeCode})`;
  const message = `${about.host}: ${PHASE_WORDS[phase]}${detail}`;
  return new ConnectionError(message, { ...about, phase, opened, causeCode, cause });
}

/** Turns whatever a try threw into the error that the caller sees. A fault that says nothing counts as sent. */
export function toError(thrown: unknown, about: FailedTry): EsignError {
  if (thrown instanceof EsignError) return thrown;
  const known = thrown instanceof TransportFailure;
  const failure = known
    ? thrown
    : new TransportFailure('the transport failed', { phase: 'sent', opened: true, cause: thrown });
  return about.signal.aborted ? stopError(about, failure.opened) : breakError(failure, about);
}
