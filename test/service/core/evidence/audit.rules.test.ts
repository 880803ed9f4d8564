import { expect, test } from 'vitest';
import { chainFault, GENESIS_HASH } from '../../../../src/contract/audit-chain.ts';
import type { AuditFact } from '../../../../src/service/core/evidence/audit.rules.ts';
import {
  chainAudit,
  describeEntry,
  SYSTEM,
} from '../../../../src/service/core/evidence/audit.rules.ts';

const fact = (minute: number): AuditFact => ({
  type: 'link.opened',
  at: new Date(Date.UTC(2026, 10, 20, 12, minute)),
  origin: SYSTEM,
  data: { signerId: `sgn_${minute}` },
});

test('a trail begins at the genesis hash and numbers its entries from one', () => {
  const [first] = chainAudit(undefined, [fact(1)], () => 'salt');
  expect(first).toMatchObject({ seq: 1, previousHash: GENESIS_HASH, actor: 'system' });
});

test('facts appended one by one and all at once make the same unbroken chain', () => {
  const facts = [fact(1), fact(2), fact(3)];
  const salt = () => 'ab'.repeat(16);
  const atOnce = chainAudit(undefined, facts, salt);
  const oneByOne: typeof atOnce = [];
  for (const one of facts) oneByOne.push(...chainAudit(oneByOne.at(-1), [one], salt));
  expect(oneByOne).toEqual(atOnce);
  expect(chainFault(atOnce)).toBeUndefined();
});

const TXN = 'ESIGN-0123456789abcdef0123456789abcdef';
const nameOf = (signerId: string) => (signerId === 'sgn_1' ? 'Asha Rao' : undefined);

test.each([
  ['document.sent', { sha256: 'ab' }, 'Sent for signature'],
  [
    'document.sent',
    { sha256: 'ab', signaturePage: 4 },
    'Sent for signature (page 4 added for signatures)',
  ],
  ['file.hashed', { sha256: 'ab' }, 'File uploaded and hashed'],
  [
    'file.hashed',
    { sha256: 'ab', unlocked: true },
    'File uploaded and hashed (encrypted, and opened without a password: the copy that is signed is not encrypted)',
  ],
  [
    'file.hashed',
    { sha256: 'ab', repaired: true, unlocked: true },
    'File uploaded and hashed (damaged: the copy that is signed was repaired; encrypted, and opened without a password: the copy that is signed is not encrypted)',
  ],
  [
    'file.hashed',
    { sha256: 'ab', emptyFields: 1 },
    'File uploaded and hashed (with 1 empty form field, which signers cannot fill in)',
  ],
  ['link.opened', { signerId: 'sgn_1' }, 'Signing link opened: Asha Rao'],
  ['link.opened', { signerId: 'sgn_2' }, 'Signing link opened'],
  [
    'otp.requested',
    { signerId: 'sgn_1', txn: TXN },
    'Requested a one-time password from the authority: Asha Rao (transaction ESIGN-01234567…)',
  ],
  [
    'otp.verified',
    { signerId: 'sgn_1', txn: TXN, authorityTime: '2026-11-20T12:05:23.000Z' },
    'One-time password verified by the authority: Asha Rao (answered at 2026-11-20T12:05:23.000Z)',
  ],
  [
    'otp.verified',
    { authorityTime: '2026-11-20T12:05:23.000Z', responseCode: '7F3A' },
    'One-time password verified by the authority (answered at 2026-11-20T12:05:23.000Z, response 7F3A)',
  ],
  ['email.sent', { signerId: 'sgn_1', mail: 'your-turn' }, 'Mail sent: Asha Rao (your turn)'],
  ['email.bounced', { signerId: 'sgn_1', mail: 'reminder' }, 'Mail came back: Asha Rao (reminder)'],
  [
    'email.failed',
    { signerId: 'sgn_1', mail: 'reminder' },
    'Mail could not be sent: Asha Rao (reminder)',
  ],
  ['moon.risen', {}, 'moon.risen'],
])('an entry %s is described with its details', (type, data, words) => {
  expect(describeEntry({ type, data }, nameOf)).toBe(words);
});
