import { expect, test } from 'vitest';
import type { AccessFacts } from '../../../src/service/billing/access.rules.ts';
import { accessOf, monthPaidFrom } from '../../../src/service/billing/access.rules.ts';
import { areFew, endToTell } from '../../../src/service/billing/notices.rules.ts';
import { nextLook } from '../../../src/service/billing/orders/mandate.rules.ts';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const after = (hours: number, ms = 0) => new Date(NOON.getTime() + hours * 3_600_000 + ms);
const NEVER = { trialStartedAt: null, paidUntil: null, renewal: null };

const none: AccessFacts = { subscription: 'none', ...NEVER };
const trial: AccessFacts = { subscription: 'trial', ...NEVER, trialStartedAt: NOON };
const granted: AccessFacts = { subscription: 'active', ...NEVER };
const paid: AccessFacts = { subscription: 'active', ...NEVER, paidUntil: NOON };
const subscribed: AccessFacts = { ...paid, renewal: 'mandate' };
const cancelled: AccessFacts = { ...paid, renewal: 'cancelled' };
const trialWithMandate: AccessFacts = { ...trial, renewal: 'mandate' };
const trialCancelled: AccessFacts = { ...trial, renewal: 'cancelled' };

test.each([
  ['an account that had nothing', none, 0, 'none', null],
  ['a trial', trial, 0, 'trial', after(72)],
  ['a trial, an instant before its end', trial, 71.999_999, 'trial', after(72)],
  ['a trial after 72 hours', trial, 72, 'lapsed', null],
  ['a plan that the operator set', granted, 100_000, 'active', null],
  ['a paid month', paid, -1, 'active', NOON],
  ['the end of a paid month', paid, 0, 'past_due', after(72)],
  ['three days after it', paid, 72, 'lapsed', null],
  ['the end of a month that a mandate follows', subscribed, 0, 'past_due', after(72)],
  ['three days after that', subscribed, 72, 'lapsed', null],
  ['a paid month after its mandate was cancelled', cancelled, -1, 'active', NOON],
  ['the end of that month', cancelled, 0, 'lapsed', null],
  ['a trial that a mandate follows', trialWithMandate, 0, 'trial', after(72)],
  ['the end of that trial', trialWithMandate, 72, 'past_due', after(144)],
  ['the end of a trial whose mandate was cancelled', trialCancelled, 72, 'lapsed', null],
] as const)('%s', (_what, facts, hours, state, until) => {
  expect(accessOf(facts, after(hours))).toEqual({ state, until });
});

test.each([
  ['now, without access', none, 0, '2026-12-20T12:00:00.000Z'],
  ['the end of the trial', trial, 1, '2026-12-23T12:00:00.000Z'],
  ['the end of the paid month', paid, -24, '2026-12-20T12:00:00.000Z'],
  ['the same while it is past due', paid, 24, '2026-12-20T12:00:00.000Z'],
  [
    'the end of a trial whose first charge comes late',
    trialWithMandate,
    80,
    '2026-12-23T12:00:00.000Z',
  ],
  ['now, once it lapsed', paid, 72, '2026-12-23T12:00:00.000Z'],
])('a month begins with %s', (_what, facts, hours, end) => {
  expect(monthPaidFrom(facts, after(hours))).toEqual(new Date(end));
});

test('a month from the 31st ends on the last day of a shorter one', () => {
  expect(monthPaidFrom(none, new Date('2027-01-31T10:00:00Z'))).toEqual(
    new Date('2027-02-28T10:00:00Z'),
  );
});

test.each([
  ['a trial, two days before its end', trial, 24, undefined],
  ['a trial, a day before its end', trial, 48, { about: 'ending', of: after(72) }],
  ['a trial at its end', trial, 72, { about: 'ended', of: after(72) }],
  ['a trial that ended three days ago', trial, 144, undefined],
  ['a trial that a mandate follows', trialWithMandate, 60, undefined],
  ['a single month, a day before its end', paid, -24, { about: 'ending', of: NOON }],
  ['a single month in its days of grace', paid, 24, undefined],
  ['a single month once access has ended', paid, 72, { about: 'ended', of: after(72) }],
  ['a cancelled month, a day before its end', cancelled, -1, { about: 'ending', of: NOON }],
  ['a cancelled month at its end', cancelled, 0, { about: 'ended', of: NOON }],
  ['a month that a mandate follows', subscribed, -1, undefined],
  ['that month in its days of grace', subscribed, 1, undefined],
  ['that month once access has ended', subscribed, 73, { about: 'ended', of: after(72) }],
  ['access without an end', granted, 0, undefined],
  ['an account whose trial was taken back', { ...trial, subscription: 'none' }, 0, undefined],
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
