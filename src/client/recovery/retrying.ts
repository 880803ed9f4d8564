import { ApiError } from '../errors/api-error.ts';
import {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
  ResponseShapeError,
  TimeoutError,
} from '../errors/call-errors.ts';
import type { EsignError } from '../errors/esign-error.ts';

/**
 * The request's state, judging by its error. `not-applied`: certain. `conflict`: a 409.
 * `answer-lost`: applied, but the response was lost. `unknown`: anything else after connecting.
 */
export type Evidence = 'not-applied' | 'conflict' | 'answer-lost' | 'unknown';

/** Redirects that guarantee the request was not applied (RFC 9110, 15.4), unlike 302 and 303. */
const UNAPPLIED_REDIRECTS = new Set([301, 307, 308]);

function evidenceOfStatus(status: number): Evidence {
  if (status === 409) return 'conflict';
  if (status === 408 || status >= 500) return 'unknown';
  if (status >= 400 || UNAPPLIED_REDIRECTS.has(status)) return 'not-applied';
  return 'unknown';
}

function evidenceOfBreak({ opened, status = 0 }: ConnectionError): Evidence {
  if (!opened) return 'not-applied';
  return status >= 200 && status < 300 ? 'answer-lost' : 'unknown';
}

/** Classifies an error of a call. Errors not about a request were thrown before it was sent. */
export function evidenceOf(error: EsignError): Evidence {
  if (error instanceof ApiError) return evidenceOfStatus(error.status);
  if (error instanceof ResponseShapeError) return 'answer-lost';
  if (error instanceof OutcomeUnknownError) return 'unknown';
  if (error instanceof ConnectionError) return evidenceOfBreak(error);
  const isTimed = error instanceof TimeoutError || error instanceof AbortedError;
  return isTimed && error.opened ? 'unknown' : 'not-applied';
}

/** A failed attempt, and the limits on retries. */
export interface RetryQuestion {
  readonly error: EsignError;
  /** True if repeating the request has no further effect: the reads. */
  readonly safe: boolean;
  /** Attempts made so far, from 1. */
  readonly attempt: number;
  /** Retries allowed after the first attempt; 0 means none. */
  readonly maxRetries: number;
  /** The longest `Retry-After` to wait for, in milliseconds. */
  readonly maxRetryAfterMs: number;
  /** At least 0, less than 1. */
  readonly random: number;
}

/** Whether to retry, after how many milliseconds, and at what cost to the retry budget. */
export type RetryDecision =
  | { readonly again: false }
  | { readonly again: true; readonly afterMs: number; readonly cost: number };

/** The retry budget uses the numbers of the AWS SDKs. */
const CAPACITY = 500;
const RETRY_COST = 5;
const TIMEOUT_RETRY_COST = 10;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const NO: RetryDecision = { again: false };

/** A certificate that does not verify now will not verify a second later. */
const isCertificateFault = (error: ConnectionError): boolean =>
  error.phase === 'tls' &&
  /CERT|SELF_SIGNED|DEPTH_ZERO|ALTNAME|UNABLE_TO/.test(error.causeCode ?? '');

function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function isTransient(error: EsignError): boolean {
  if (error instanceof AbortedError) return false;
  if (error instanceof TimeoutError) return error.which !== 'total';
  if (error instanceof ConnectionError) return !isCertificateFault(error);
  if (error instanceof ApiError) return isTransientStatus(error.status);
  return error instanceof ResponseShapeError;
}

/** Full jitter: a random wait below 0.5 s × 2^(attempt − 1), capped at 8 s; in milliseconds. */
function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.floor(random * ceiling);
}

/** Retries transient errors of requests that are safe or certainly not applied; never a 409. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { error, attempt } = question;
  if (attempt > question.maxRetries || !isTransient(error)) return NO;
  if (!question.safe && evidenceOf(error) !== 'not-applied') return NO;
  const floor = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  if (floor > question.maxRetryAfterMs) return NO;
  return {
    again: true,
    afterMs: floor + backoffMs(attempt, question.random),
    cost: error instanceof TimeoutError ? TIMEOUT_RETRY_COST : RETRY_COST,
  };
}

/** Tokens shared by all calls of a client, so that they don't overload a failing service. */
export class RetryBudget {
  #tokens = CAPACITY;

  /** Takes the cost of a retry; false if too little is left. */
  spend(cost: number): boolean {
    if (cost > this.#tokens) return false;
    this.#tokens -= cost;
    return true;
  }

  /** Returns one token, after a success. */
  refill(): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + 1);
  }
}
