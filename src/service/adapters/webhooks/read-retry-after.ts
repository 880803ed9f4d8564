const SECONDS = /^\d{1,9}$/;
/** `Date.parse` alone takes almost anything. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .{8,30}$/;

/** `Retry-After` in milliseconds from now, seconds or date (RFC 9110, 10.2.3); null when absent or neither. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (SECONDS.test(value)) return Number(value) * 1000;
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
