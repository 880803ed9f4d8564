import { expect, test } from 'vitest';
import { remindersOf, turnSince } from '../../../../src/service/core/mails/mail-notice.rules.ts';
import { aSigner } from '../../ports/store-builders.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));

test('reminders fall due 2, 5 and 9 days after the turn came, each stale at the next', () => {
  expect(remindersOf(at(1))).toEqual([
    { dueAt: at(3), notice: { kind: 'reminder', staleAt: at(6).toISOString() } },
    { dueAt: at(6), notice: { kind: 'reminder', staleAt: at(10).toISOString() } },
    { dueAt: at(10), notice: { kind: 'reminder', staleAt: null } },
  ]);
});

test('the turn of the first signer came with the sending, that of others with the signature before', () => {
  const signers = [aSigner(1, { signedAt: at(2) }), aSigner(2), aSigner(3)];
  const document = { sentAt: at(1), signers };
  expect([1, 2, 3].map((order) => turnSince(document, order))).toEqual([at(1), at(2), null]);
});
