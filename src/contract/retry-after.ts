import { DAY_MS } from './durations.ts';

const SECONDS = /^\d+(\.\d+)?$/;
/** `Date.parse` alone accepts almost anything. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .{8,30}$/;
/** Longer waits are as good as endless; the limit keeps sums of milliseconds exact. */
const LONGEST_WAIT_MS = 365 * DAY_MS;

const bounded = (ms: number): number => Math.min(Math.max(Math.ceil(ms), 0), LONGEST_WAIT_MS);

export interface RetryAfterHeaders {
  readonly 'retry-after'?: string | undefined;
  /** Milliseconds; takes precedence. Not a standard header, but common. */
  readonly 'retry-after-ms'?: string | undefined;
}

/**
 * In milliseconds from `now` (since the epoch), at most a year; undefined if missing or invalid.
 * `Retry-After` is seconds or an HTTP date (RFC 9110, 10.2.3).
 */
export function retryAfterMs(headers: RetryAfterHeaders, now: number): number | undefined {
  const exact = headers['retry-after-ms']?.trim() ?? '';
  if (SECONDS.test(exact)) return bounded(Number(exact));
  const value = headers['retry-after']?.trim() ?? '';
  if (SECONDS.test(value)) return bounded(Number(value) * 1000);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : bounded(date - now);
}
