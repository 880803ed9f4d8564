import type { AnswerHeaders } from '../http/transport.ts';

const SECONDS = /^\d+(\.\d+)?$/;
/** Beyond this a wait is as good as endless; it keeps sums of milliseconds exact. */
const LONGEST_WAIT_MS = 365 * 24 * 60 * 60 * 1000;

const bounded = (ms: number): number => Math.min(Math.max(Math.ceil(ms), 0), LONGEST_WAIT_MS);

/**
 * The wait that an answer asks for, in milliseconds from `now` (milliseconds since the epoch): `Retry-After-Ms`, or
 * `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3). Undefined when there is none or it means nothing.
 */
export function retryAfterMs(headers: AnswerHeaders, now: number): number | undefined {
  const exact = headers['retry-after-ms']?.trim() ?? '';
  if (SECONDS.test(exact)) return bounded(Number(exact));
  const value = headers['retry-after']?.trim() ?? '';
  if (SECONDS.test(value)) return bounded(Number(value) * 1000);
  if (!/[a-z]/i.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : bounded(date - now);
}
