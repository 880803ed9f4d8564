import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AttemptResult, Verdict } from '../../../../src/service/core/outbox/outbox.rules.ts';
import {
  isOwnFault,
  MAIL_DELAYS_MS,
  mailVerdict,
  WEBHOOK_DELAYS_MS,
  webhookVerdict,
} from '../../../../src/service/core/outbox/retry-schedule.rules.ts';

const NOW = new Date('2026-03-01T10:00:00.000Z');
/** The random number that makes the jitter 1. */
const EVEN = 1 / 3;
const HOUR_MS = 3_600_000;
const FAILED: AttemptResult = {
  ok: false,
  status: 500,
  error: 'http_500',
  body: '',
  durationMs: 12,
  retryAfterMs: null,
  exchange: null,
};

function waitOf(verdict: Verdict): number {
  if (verdict.state !== 'queued') throw new Error(`not queued but ${verdict.state}`);
  return verdict.dueAt.getTime() - NOW.getTime();
}

const ended = (step: number, result: Partial<AttemptResult> = {}, random = EVEN) => ({
  step,
  createdAt: NOW,
  result: { ...FAILED, ...result },
  now: NOW,
  random,
});

test('a try that succeeded ends the delivery', () => {
  const verdict = webhookVerdict(ended(3, { ok: true, status: 204, error: null }));
  expect(verdict).toEqual({ state: 'done' });
});

test('a delivery is tried eleven times in some 76 hours, then given up', () => {
  const waits = WEBHOOK_DELAYS_MS.map((_, attempts) => waitOf(webhookVerdict(ended(attempts))));
  expect(waits.map((ms) => ms / 1000)).toEqual([
    5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
  ]);
  const total = waits.reduce((sum, ms) => sum + ms, 0);
  expect(total / HOUR_MS).toBeCloseTo(75.6, 1);
  expect(webhookVerdict(ended(10))).toEqual({ state: 'failed' });
});

test('jitter keeps a wait between 0.9 and 1.2 of what is scheduled', () => {
  const attempts = fc.integer({ min: 0, max: WEBHOOK_DELAYS_MS.length - 1 });
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(attempts, random, (attempt, r) => {
      const ratio = waitOf(webhookVerdict(ended(attempt, {}, r))) / WEBHOOK_DELAYS_MS[attempt]!;
      expect(ratio).toBeGreaterThanOrEqual(0.9);
      expect(ratio).toBeLessThanOrEqual(1.2);
    }),
  );
});

test.each([
  ['429', { status: 429, error: 'http_429' }],
  ['502', { status: 502, error: 'http_502' }],
  ['504', { status: 504, error: 'http_504' }],
  ['503', { status: 503, error: 'http_503' }],
  ['a slow connection', { status: null, error: 'timeout_connect' }],
  ['a late answer', { status: null, error: 'timeout_ack' }],
])('after %s the next try waits a minute at least', (_, result) => {
  expect(waitOf(webhookVerdict(ended(0, result)))).toBe(60_000);
  expect(waitOf(webhookVerdict(ended(2, result)))).toBe(300_000);
});

test.each([
  ['shorter than the schedule is not honoured', 0, 1000, 5000],
  ['of ten minutes is honoured', 0, 600_000, 600_000],
  ['of a day is cut to an hour early on', 0, 24 * HOUR_MS, HOUR_MS],
  ['of a year is cut to twice the delay late in the schedule', 9, 8760 * HOUR_MS, 48 * HOUR_MS],
])('a Retry-After %s', (_, attempts, retryAfterMs, expected) => {
  expect(waitOf(webhookVerdict(ended(attempts, { retryAfterMs })))).toBe(expected);
});

test('at the very worst the last try comes within seven days', () => {
  const worst = WEBHOOK_DELAYS_MS.map((_, attempts) =>
    waitOf(webhookVerdict(ended(attempts, { retryAfterMs: 8760 * HOUR_MS }, 0.999))),
  );
  expect(worst.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(7 * 24 * HOUR_MS);
});

test.each([
  ['410 Gone', { status: 410, error: 'http_410' }],
  ['an address that may not be reached', { status: null, error: 'blocked_address' }],
  ['a public address without TLS', { status: null, error: 'insecure_url' }],
  ['a URL that is none', { status: null, error: 'invalid_url' }],
])('%s is given up at once', (_, result) => {
  expect(webhookVerdict(ended(0, result))).toEqual({ state: 'failed' });
});

const DAY_MS = 24 * HOUR_MS;
const aged = (ms: number) => ({
  ...ended(10, { status: null, error: 'no_route' }),
  createdAt: new Date(NOW.getTime() - ms),
});

test.each([
  ['at once', 0, 5000],
  ['of ten minutes', 600_000, 60_000],
  ['of a day', DAY_MS, 900_000],
])('a fault of our own way out %s uses up no try, and is seen again soon', (_, ageMs, waitMs) => {
  expect(isOwnFault(aged(ageMs))).toBe(true);
  expect(waitOf(webhookVerdict(aged(ageMs)))).toBe(waitMs);
});

test('what looks like our own fault for a week counts like any other', () => {
  expect(isOwnFault(aged(7 * DAY_MS))).toBe(false);
  expect(webhookVerdict(aged(7 * DAY_MS))).toEqual({ state: 'failed' });
});

test.each(['connection_refused', 'unreachable', 'dns_error', 'timeout_connect', 'http_500'])(
  'the error %s is not our own',
  (error) => {
    expect(isOwnFault(ended(0, { error }))).toBe(false);
  },
);

test('a schedule of one’s own replaces the usual one', () => {
  expect(waitOf(webhookVerdict(ended(0), [70]))).toBe(70);
  expect(webhookVerdict(ended(1), [70])).toEqual({ state: 'failed' });
  expect(webhookVerdict(ended(0), [])).toEqual({ state: 'failed' });
});

test('a mail is tried seven times, then given up', () => {
  const failed = { status: 451, error: 'smtp_451' };
  const waits = MAIL_DELAYS_MS.map((_, attempts) => waitOf(mailVerdict(ended(attempts, failed))));
  expect(waits).toEqual(MAIL_DELAYS_MS);
  expect(mailVerdict(ended(MAIL_DELAYS_MS.length, failed))).toEqual({ state: 'failed' });
  expect(mailVerdict(ended(0, { ok: true }))).toEqual({ state: 'done' });
});

test.each([500, 550, 552, 554])('a mail server’s %i ends the mail at once', (status) => {
  expect(mailVerdict(ended(0, { status }))).toEqual({ state: 'failed' });
});
