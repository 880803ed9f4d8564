import { expect, test } from 'vitest';
import { methodIn } from '../../../../src/service/core/evidence/completion-facts.ts';

const requested = (data: Record<string, unknown>) => [
  { type: 'otp.requested' as const, data: { txn: 'T1', ...data } },
];

test.each([
  [
    'the authority of its request',
    requested({ gateway: 'TEST One' }),
    'one-time password, through TEST One',
  ],
  ['no authority, where the trail names none', requested({}), 'one-time password'],
  [
    'no authority, where only another request is recorded',
    requested({ txn: 'T2', gateway: 'X' }),
    'one-time password',
  ],
])('a certificate names %s', (_what, audit, said) => {
  expect(methodIn(audit, 'T1')).toBe(said);
});
