import { ApiError } from '../errors/api-error.ts';
import {
  AbortedError,
  ConnectionError,
  ResponseShapeError,
  TimeoutError,
} from '../errors/call-errors.ts';
import type { EsignError } from '../errors/esign-error.ts';
import { evidenceOf } from './evidence.ts';

/** Everything that the decision rests on. */
export interface RetryQuestion {
  readonly error: EsignError;
  /** True when doing it twice does nothing more than doing it once: the reads. */
  readonly safe: boolean;
  /** Tries made so far, from 1. */
  readonly attempt: number;
  /** Retries allowed beyond the first try; 0 means none. */
  readonly maxRetries: number;
  /** The longest wait that an answer may ask for, in milliseconds. */
  readonly maxRetryAfterMs: number;
  /** At least 0, less than 1. */
  readonly random: number;
}

/** Whether to try again, after which wait, and what it takes from the retry budget. */
export type RetryDecision =
  | { readonly again: false }
  | { readonly again: true; readonly afterMs: number; readonly cost: number };

/** What a retry takes from the budget; the figures of the AWS SDKs. */
const RETRY_COST = 5;
/** What a retry after a timeout takes from the budget. */
const TIMEOUT_RETRY_COST = 10;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const NO: RetryDecision = { again: false };

/** A certificate that does not verify now will not verify in a second. */
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

/** Full jitter: anywhere from nothing to the doubled, capped delay, in milliseconds. */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.floor(random * ceiling);
}

/** Decides on another try of a failed request: only what is safe to do twice, or certainly was not done; never a 409. */
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

/** What the retry budget holds at most; the figure of the AWS SDKs, as the costs are. */
const CAPACITY = 500;

/** Tokens that the calls of one client share, so that many calls together do not hammer a service that is down. */
export class RetryBudget {
  #tokens = CAPACITY;

  /** Takes the cost of a retry; false when there is not enough left. */
  spend(cost: number): boolean {
    if (cost > this.#tokens) return false;
    this.#tokens -= cost;
    return true;
  }

  /** A success puts one token back. */
  refill(): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + 1);
  }
}
