import { expect, test } from 'vitest';
import { asOperator } from '../../../../src/service/core/permissions.rules.ts';
import { replayErasure } from '../../../../src/service/core/retention/erase.ts';
import { setHold } from '../../../../src/service/core/retention/legal-holds.ts';
import { aCaller } from '../../../support/service/signing-world.ts';
import { aSent, findingsOf, openRetentionWorld } from './retention-world.ts';

const { world, deps } = await openRetentionWorld();
const { store } = deps;

test('a ledger is replayed on a database that knows the documents still, or no longer, or not at all', async () => {
  const caller = await aCaller(world);
  const { accountId } = caller.account;
  const [{ documentId }, held] = [await aSent(world, caller), await aSent(world, caller)];
  const requestedAt = new Date('2026-01-02T03:04:05.000Z');
  const replay = (id: string | null, of = accountId) =>
    replayErasure(deps, { accountId: of, documentId: id, requestedAt });
  await setHold(deps, asOperator(accountId), {
    documentId: held.documentId,
    reason: 'Case 3 (TEST)',
  });
  expect(await replay(documentId)).toMatchObject({ outcome: 'erased' });
  expect(await replay(documentId)).toMatchObject({ outcome: 'erased' });
  expect(await store.listErasures({ documentId })).toMatchObject([{ requestedAt }]);
  expect(await replay(held.documentId)).toMatchObject({
    outcome: 'refused',
    reason: 'The document is on legal hold: Case 3 (TEST).',
  });
  expect(await replay(null)).toMatchObject({ outcome: 'refused' });
  expect(await replay(null, 'acc_nobody')).toMatchObject({ outcome: 'absent' });
  await setHold(deps, asOperator(accountId), { documentId: held.documentId, reason: null });
  expect(await replay(null)).toMatchObject({ outcome: 'erased' });
  expect(await findingsOf(world)).toEqual([]);
});
