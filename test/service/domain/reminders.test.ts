import { expect, test } from 'vitest';
import { remindersOf, turnSince } from '../../../src/service/domain/reminders.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));

test('reminders fall due 2, 5 and 9 days after the turn came, each stale at the next', () => {
  expect(remindersOf(at(1))).toEqual([
    { dueAt: at(3), notice: { kind: 'reminder', staleAt: at(6).toISOString() } },
    { dueAt: at(6), notice: { kind: 'reminder', staleAt: at(10).toISOString() } },
    { dueAt: at(10), notice: { kind: 'reminder', staleAt: null } },
  ]);
});

test('the turn of the first signer came with the sending, that of others with the signature before', () => {
  const signer = (signingOrder: number, signedAt: Date | null) => ({
    signerId: `sgn_${signingOrder}`,
    name: 'Asha Rao',
    email: 'asha@example.in',
    phone: '9876543210',
    signingOrder,
    positions: null,
    openedAt: null,
    consentedAt: null,
    signedAt,
  });
  const document = { sentAt: at(1), signers: [signer(1, at(2)), signer(2, null), signer(3, null)] };
  expect([1, 2, 3].map((order) => turnSince(document, order))).toEqual([at(1), at(2), null]);
});
