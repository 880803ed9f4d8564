import { expect, test } from 'vitest';
import type { AccountEntry } from '../../../src/service/members/account-trail.rules.ts';
import { brokenEntry, chainAction } from '../../../src/service/members/account-trail.rules.ts';

const action = (number: number) => ({
  accountId: 'acc_1',
  userId: '00000000-0000-4000-8000-000000000000',
  at: new Date(Date.UTC(2026, 0, number)),
  action: '/dashboard/settings',
  target: { role: 'owner' },
  requestId: `req_${number}`,
});

const first = chainAction(undefined, action(1));
const second = chainAction(first, action(2));
const TRAIL = [first, second, chainAction(second, action(3))];

const changed = (index: number, change: Partial<AccountEntry>) =>
  TRAIL.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

test('a trail that nobody touched fits', () => {
  expect(brokenEntry(TRAIL)).toBeUndefined();
  expect(brokenEntry([])).toBeUndefined();
});

test.each([
  ['a changed target', changed(1, { target: { role: 'support' } }), 2],
  ['a changed time', changed(0, { at: new Date(0) }), 1],
  ['a changed person', changed(2, { userId: 'x' }), 3],
  ['an entry that was made anew', changed(0, chainAction(undefined, action(9))), 2],
  ['a missing first entry', TRAIL.slice(1), 1],
  ['a missing entry', TRAIL.filter((entry) => entry !== second), 2],
  ['two entries in another order', [second, first], 1],
])('%s is found', (_, trail, broken) => {
  expect(brokenEntry(trail)).toBe(broken);
});
