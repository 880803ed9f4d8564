import { expect, test } from 'vitest';
import { brokenAt, GENESIS_HASH } from '../../../src/contract/audit-chain.ts';
import type { AuditFact } from '../../../src/service/domain/audit.ts';
import { chainAudit, SYSTEM } from '../../../src/service/domain/audit.ts';

const fact = (minute: number): AuditFact => ({
  type: 'link.opened',
  at: new Date(Date.UTC(2026, 10, 20, 12, minute)),
  origin: SYSTEM,
  data: { signerId: `sgn_${minute}` },
});

test('a trail begins at the genesis hash and numbers its entries from one', () => {
  const [first] = chainAudit(undefined, [fact(1)]);
  expect(first).toMatchObject({ seq: 1, previousHash: GENESIS_HASH, actor: 'system' });
});

test('facts appended one by one and all at once make the same unbroken chain', () => {
  const facts = [fact(1), fact(2), fact(3)];
  const atOnce = chainAudit(undefined, facts);
  const oneByOne: typeof atOnce = [];
  for (const one of facts) oneByOne.push(...chainAudit(oneByOne.at(-1), [one]));
  expect(oneByOne).toEqual(atOnce);
  expect(brokenAt(atOnce)).toBeUndefined();
});
