import { expect, test } from 'vitest';
import {
  accountOfReplyLink,
  confirmableUntil,
  isReplyLink,
  replyAddressUrl,
} from '../../../../src/service/core/accounts/reply-address.rules.ts';

const secret = Buffer.alloc(32, 1);
const former = Buffer.alloc(32, 2);
const links = { secret, formerSecrets: [former], baseUrl: 'https://esign.example.in' };
const ASKED = new Date('2026-11-20T12:00:00Z');
const account = {
  accountId: 'acc_1',
  pendingReplyTo: 'office@example.in',
  replyAskedAt: ASKED,
};
const days = (count: number) => new Date(ASKED.getTime() + count * 86_400_000);
const tokenOf = (asking: typeof account, by = links) =>
  replyAddressUrl(by, asking).split('/').at(-1) ?? '';
const isLink = (token: string, asking: Parameters<typeof confirmableUntil>[0], now = ASKED) =>
  isReplyLink(links, token, { account: asking, now });

test('a link names its account and confirms its address, also by a former secret', () => {
  const token = tokenOf(account);
  expect(accountOfReplyLink(links, token)).toBe('acc_1');
  expect(isLink(token, account)).toBe(true);
  expect(isLink(tokenOf(account, { ...links, secret: former }), account)).toBe(true);
});

test.each([
  ['another address waits', { ...account, pendingReplyTo: 'other@example.in' }],
  ['it was asked again', { ...account, replyAskedAt: new Date(ASKED.getTime() + 1) }],
  ['nothing waits any more', { ...account, pendingReplyTo: null }],
  ['it is another account', { ...account, accountId: 'acc_2' }],
])('a link confirms nothing once %s', (_why, asking) => {
  expect(isLink(tokenOf(account), asking)).toBe(false);
});

test('a link confirms for seven days', () => {
  const token = tokenOf(account);
  expect(isLink(token, account, new Date(days(7).getTime() - 1))).toBe(true);
  expect(isLink(token, account, days(7))).toBe(false);
  expect(confirmableUntil(account, days(6))).toEqual(days(7));
  expect(confirmableUntil(account, days(7))).toBeUndefined();
});

test('what this service did not seal names no account', () => {
  const stranger = { ...links, secret: Buffer.alloc(32, 3) };
  expect(accountOfReplyLink(links, tokenOf(account, stranger))).toBeUndefined();
  expect(accountOfReplyLink(links, 'x')).toBeUndefined();
});
