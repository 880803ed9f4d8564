import { expect, test } from 'vitest';
import {
  disabledFrom,
  freshHealth,
  healthAfter,
  isFailingForGood,
  warningDue,
} from '../../../src/service/webhooks/webhook-endpoint.rules.ts';

const HOUR_MS = 3_600_000;
const START = new Date('2026-11-20T12:00:00.000Z');
const at = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);

test.each([
  ['five days without a success and 20 failures over a day', 0, 96, 120, 20, true],
  ['an instant less than five days', 0, 96, 119.999, 20, false],
  ['19 failures', 0, 96, 120, 19, false],
  ['20 failures within less than a day', 0, 96.001, 120, 20, false],
  ['many failures soon after a success', 90, 91, 120, 500, false],
  ['failures that begin long after the last success', 0, 1000, 1024, 20, true],
] as const)('%s', (_, success, first, now, failures, isForGood) => {
  const health = { noSuccessSince: at(success), failures, failingSince: at(first) };
  expect(isFailingForGood(health, at(now))).toBe(isForGood);
});

test('failures add up from the first on, and one success forgets them', () => {
  const fresh = freshHealth(at(0));
  expect(isFailingForGood(fresh, at(9000))).toBe(false);
  const once = healthAfter(fresh, { ok: false, at: at(1) });
  const twice = healthAfter(once, { ok: false, at: at(2) });
  expect(twice).toEqual({ noSuccessSince: at(0), failures: 2, failingSince: at(1) });
  expect(healthAfter(twice, { ok: true, at: at(3) })).toEqual(freshHealth(at(3)));
});

test.each([
  ['the 10th failure within a day is told after three days', 0, 71, 71.5, 10, 95],
  ['the 10th failure of two days is told after three days', 0, 1, 50, 10, 72],
  ['the 10th failure after three days is told at once', 0, 50, 90, 10, 90],
  ['the 9th failure is not told', 0, 50, 90, 9, undefined],
  ['the 11th failure is not told again', 0, 50, 90, 11, undefined],
] as const)('%s', (_, success, first, now, failures, due) => {
  const health = { noSuccessSince: at(success), failures, failingSince: at(first) };
  expect(warningDue(health, at(now))).toEqual(due === undefined ? undefined : at(due));
  expect(disabledFrom(health)).toEqual(at(success + 120));
});
