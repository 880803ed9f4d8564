import { expect, test } from 'vitest';
import { describeEntry } from '../../../src/service/domain/audit-words.ts';

const TXN = 'ESIGN-0123456789abcdef0123456789abcdef';
const nameOf = (signerId: string) => (signerId === 'sgn_1' ? 'Asha Rao' : undefined);

test.each([
  ['document.sent', { sha256: 'ab' }, 'Sent for signature'],
  ['link.opened', { signerId: 'sgn_1' }, 'Signing link opened: Asha Rao'],
  ['link.opened', { signerId: 'sgn_2' }, 'Signing link opened'],
  [
    'otp.requested',
    { signerId: 'sgn_1', txn: TXN },
    'Asked the authority for a one-time password: Asha Rao (transaction ESIGN-01234567…)',
  ],
  [
    'otp.verified',
    { signerId: 'sgn_1', txn: TXN, authorityTime: '2026-11-20T12:05:23.000Z' },
    'One-time password given to the authority: Asha Rao (answered at 2026-11-20T12:05:23.000Z)',
  ],
  ['email.sent', { signerId: 'sgn_1', mail: 'your-turn' }, 'Mail sent: Asha Rao (your turn)'],
  [
    'email.failed',
    { signerId: 'sgn_1', mail: 'reminder' },
    'Mail could not be sent: Asha Rao (reminder)',
  ],
  ['moon.risen', {}, 'moon.risen'],
])('an entry %s is told with what it is about', (type, data, words) => {
  expect(describeEntry({ type, data }, nameOf)).toBe(words);
});
