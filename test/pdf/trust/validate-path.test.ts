import { expect, test } from 'vitest';
import { readSources } from '../../../src/pdf/trust/revocation/revocation.ts';
import { validatePath } from '../../../src/pdf/trust/validate-path.ts';
import { CHAINS } from '../../support/trust/chain-table.ts';
import { certify, keysOf, NOW } from '../../support/trust/make-chain.ts';

test.each(CHAINS)('$name: $reason', async ({ make, reason }) => {
  const { leaf, crls = [], ...rules } = await make();
  const sources = readSources({ crls, ocsp: [] });
  const judged = validatePath(leaf, { ...rules, sources, at: NOW });
  expect(judged.code === 'TRUSTED' ? judged.code : judged.reason).toBe(reason);
});

test('the table has at least thirty chains', () => {
  expect(CHAINS.length).toBeGreaterThanOrEqual(30);
});

test('many authorities that could all have issued each other end the search early', async () => {
  const keys = await keysOf('P-256');
  const first = await certify('Authority', null, { keys });
  const many = [first.certificate];
  for (let count = 1; count < 30; count++) {
    many.push((await certify('Authority', first, { keys })).certificate);
  }
  const { certificate: leaf } = await certify('Asha Rao', first, {}, false);
  const { certificate: root } = await certify('Root', null);
  const judged = validatePath(leaf, { roots: [root], intermediates: many, at: NOW });
  expect(judged).toMatchObject({ code: 'UNTRUSTED', reason: 'TOO_MANY' });
});
