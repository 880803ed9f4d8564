import { expect, test } from 'vitest';
import {
  DEFAULT_SETTINGS,
  hasApiAccess,
} from '../../../../src/service/core/accounts/account.rules.ts';

const start = new Date('2026-11-20T00:00:00.000Z');
const after = (hours: number, ms = 0) => new Date(start.getTime() + hours * 3_600_000 + ms);
const account = {
  accountId: 'acc_1',
  name: 'Test account',
  contactEmail: null,
  paidUntil: null,
  renewal: null,
  holdReason: null,
  erasedAt: null,
  ...DEFAULT_SETTINGS,
};

test.each([
  ['without a subscription', 'none', null, 0, false],
  ['subscribed', 'active', null, 10_000, true],
  ['at the start of its trial', 'trial', start, 0, true],
  ['an instant before 72 hours', 'trial', start, 71.999_999, true],
  ['at 72 hours', 'trial', start, 72, false],
] as const)('an account %s', (_, subscription, trialStartedAt, hours, access) => {
  expect(hasApiAccess({ ...account, subscription, trialStartedAt }, after(hours))).toBe(access);
});
