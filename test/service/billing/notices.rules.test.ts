import { expect, test } from 'vitest';
import type { AccessFacts } from '../../../src/service/billing/access.rules.ts';
import { areFew, endToTell } from '../../../src/service/billing/notices.rules.ts';
import { nextLook } from '../../../src/service/billing/orders/mandate.rules.ts';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const after = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

const trial: AccessFacts = {
  ...{ subscription: 'trial', trialStartedAt: NOON, paidUntil: null, renewal: null },
};
const single: AccessFacts = { ...trial, subscription: 'active', paidUntil: NOON };
const subscribed: AccessFacts = { ...single, renewal: 'mandate' };
const cancelled: AccessFacts = { ...single, renewal: 'cancelled' };

test.each([
  ['a trial, two days before its end', trial, 24, undefined],
  ['a trial, a day before its end', trial, 48, { about: 'ending', of: after(72) }],
  ['a trial at its end', trial, 72, { about: 'ended', of: after(72) }],
  ['a trial that ended three days ago', trial, 144, undefined],
  ['a trial that a mandate follows', { ...trial, renewal: 'mandate' }, 60, undefined],
  ['a single month, a day before its end', single, -24, { about: 'ending', of: NOON }],
  ['a single month in its days of grace', single, 24, undefined],
  ['a single month once access has ended', single, 72, { about: 'ended', of: after(72) }],
  ['a cancelled month, a day before its end', cancelled, -1, { about: 'ending', of: NOON }],
  ['a cancelled month at its end', cancelled, 0, { about: 'ended', of: NOON }],
  ['a month that a mandate follows', subscribed, -1, undefined],
  ['that month in its days of grace', subscribed, 1, undefined],
  ['that month once access has ended', subscribed, 73, { about: 'ended', of: after(72) }],
  ['access without an end', { ...single, paidUntil: null }, 0, undefined],
  ['an account that had nothing', { ...trial, subscription: 'none' }, 0, undefined],
] as const)('%s', (_what, facts, hours, told) => {
  expect(endToTell(facts, after(hours))).toEqual(told);
});

test.each([
  [10, 100, false],
  [9, 9, true],
  [10, 101, true],
  [99, 1000, true],
  [100, 1000, false],
  [0, 0, true],
])('%s credits of %s after the last top-up are few: %s', (left, afterTopUp, few) => {
  expect(areFew(left, afterTopUp)).toBe(few);
});

test.each([
  ['open', undefined, after(5 / 60)],
  ['active', after(240), after(240)],
  ['active', after(-1), after(5 / 60)],
  ['failing', after(-1), after(1)],
  ['over', after(-1), NOON],
] as const)('a mandate that is %s is asked for again', (state, covered, at) => {
  expect(nextLook(state, { now: NOON, covered })).toEqual(at);
});
