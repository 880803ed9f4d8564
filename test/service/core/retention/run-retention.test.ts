import { expect, test } from 'vitest';
import { changeAccount } from '../../../../src/service/core/accounts/create-account.ts';
import { findOwnDocument } from '../../../../src/service/core/documents/read-documents.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { readEnding } from '../../../../src/service/core/links/open-link.ts';
import { asOperator } from '../../../../src/service/core/permissions.rules.ts';
import { replayErasure } from '../../../../src/service/core/retention/erase.ts';
import { setHold } from '../../../../src/service/core/retention/legal-holds.ts';
import { runRetention } from '../../../../src/service/core/retention/run-retention.ts';
import { allText } from '../../../support/service/all-text.ts';
import { aCaller, aDraft, send } from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import {
  aCompletedDocument,
  aRequest,
  aSent,
  claimAll,
  filesBelow,
  findingsOf,
  openRetentionWorld,
  settle,
} from './retention-world.ts';

const DAY_MS = 24 * 3_600_000;
const { world, deps, query } = await openRetentionWorld();
const { store, links } = deps;

const trailOf = async (documentId: string) => await store.readAudit(documentId);
const rowOf = async (documentId: string) =>
  (await query('SELECT * FROM documents WHERE document_id = $1', [documentId])).rows[0];

test('a completed document leaves a tombstone, and nothing else, once its time is over', async () => {
  const caller = await aCaller(world);
  const { accountId } = caller.account;
  const { documentId, signerId } = await aCompletedDocument(world, caller);
  const head = (await store.findDocument(documentId))?.head;
  const sent = await aDraft(world, caller, 1);
  await send(deps, caller, sent);
  await changeAccount(deps, asOwner(accountId), { keepCompletedDays: 1096 });
  world.clock.advance(1095 * DAY_MS);
  await runRetention(deps);
  expect(await store.findDocument(documentId)).toBeDefined();
  const before = await trailOf(documentId);

  world.clock.advance(DAY_MS);
  expect(await runRetention(deps)).toBe(1);
  expect(await runRetention(deps)).toBe(0);
  await expect(findOwnDocument(deps, caller, documentId)).rejects.toMatchObject({
    code: 'not_found',
  });
  const all = { accountId, query: { kind: 'all' }, limit: 10 } as const;
  expect((await store.findDocuments(all)).map((one) => one.documentId)).toEqual([sent]);
  expect(await rowOf(documentId)).toMatchObject({
    name: '',
    status: 'COMPLETED',
    head_sha256: head?.sha256,
    removed_at: expect.any(Date),
  });
  const after = await trailOf(documentId);
  expect(after.map(({ hash }) => hash).slice(0, -1)).toEqual(before.map(({ hash }) => hash));
  expect(after.at(-1)).toMatchObject({ type: 'document.removed', data: { cause: 'retention' } });
  expect(
    after.every((entry) => Object.keys(entry.v === 2 ? entry.personal : {}).length === 0),
  ).toBe(true);
  expect(await findingsOf(world)).toEqual([]);
  expect((await filesBelow(world, 'documents')).join()).not.toContain(documentId);
  expect((await filesBelow(world, 'trash')).join()).toContain(documentId);
  const token = signingToken(links.secret, { signerId, linkGeneration: 0 });
  expect(await readEnding(deps, token)).toEqual({ state: 'removed' });
});

test('nothing on legal hold is removed until it is released', async () => {
  const caller = await aCaller(world);
  const { accountId } = caller.account;
  const [held, free] = [await aDraft(world, caller, 1), await aDraft(world, caller, 1)];
  const reason = 'Case 12 (TEST)';
  expect(await setHold(deps, asOperator(accountId), { documentId: held, reason })).toEqual({
    accountId,
    reason: null,
    documents: [{ documentId: held, reason }],
  });
  await setHold(deps, asOperator(accountId), { documentId: null, reason });
  world.clock.advance(100 * DAY_MS);
  await runRetention(deps);
  expect(await store.findDocument(free)).toBeDefined();
  await setHold(deps, asOperator(accountId), { documentId: null, reason: null });
  await runRetention(deps);
  expect(await store.findDocument(free)).toBeUndefined();
  expect(await store.findDocument(held)).toBeDefined();
  await setHold(deps, asOperator(accountId), { documentId: held, reason: null });
  await runRetention(deps);
  expect(await store.findDocument(held)).toBeUndefined();
  expect(await findingsOf(world)).toEqual([]);
});

test('two runs at once remove a document once', async () => {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 0);
  expect(await store.listRemovable({ now: world.clock.now(), limit: 10 })).toEqual([]);
  world.clock.advance(90 * DAY_MS);
  expect(await store.listRemovable({ now: world.clock.now(), limit: 10 })).toEqual([documentId]);
  const [first, second] = await Promise.all([runRetention(deps), runRetention(deps)]);
  expect((first ?? 0) + (second ?? 0)).toBe(1);
});

test('what was exchanged with an endpoint is forgotten after 30 days, unless its account is on hold', async () => {
  const caller = await aCaller(world);
  const { accountId } = caller.account;
  await aCompletedDocument(world, caller);
  for (const item of await claimAll(world)) await settle(world, item);
  await query(`UPDATE deliveries SET state = 'failed', next_at = NULL`);
  const kept = async () => (await allText(query)).get('delivery_attempts')?.match(/receiver-test/g);
  const before = await kept();
  expect(before?.length).toBeGreaterThan(0);
  await setHold(deps, asOperator(accountId), { documentId: null, reason: 'Case 4 (TEST)' });
  world.clock.advance(30 * 24 * 3_600_000);
  await runRetention(deps);
  expect(await kept()).toEqual(before);
  await setHold(deps, asOperator(accountId), { documentId: null, reason: null });
  await runRetention(deps);
  expect(await kept()).toBeNull();
});

test('API requests are forgotten after 30 days, unless their account is on hold', async () => {
  const [held, free] = [await aCaller(world), await aCaller(world)];
  const { accountId } = held.account;
  const at = world.clock.now();
  const later = new Date(at.getTime() + DAY_MS);
  const kept = async ({ account }: typeof held) =>
    (await store.listRequests({ accountId: account.accountId, limit: 5 })).length;
  await store.logRequests([aRequest(held, at), aRequest(free, at), aRequest(free, later)]);
  await setHold(deps, asOperator(accountId), { documentId: null, reason: 'Case 5 (TEST)' });
  world.clock.advance(30 * DAY_MS);
  await Promise.all([runRetention(deps), runRetention(deps)]);
  expect([await kept(held), await kept(free)]).toEqual([1, 1]);
  await setHold(deps, asOperator(accountId), { documentId: null, reason: null });
  await runRetention(deps);
  expect([await kept(held), await kept(free)]).toEqual([0, 1]);
});

test.each([
  ['keepCompletedDays', 1095, 'keepCompletedDays must be forever, or a term from 3y to 100y'],
  ['keepDraftDays', 0, 'keepDraftDays must be forever, or a term from 1d to 100y'],
])('%s of %s days is refused', async (name, days, message) => {
  const { account } = await aCaller(world);
  await expect(changeAccount(deps, asOwner(account.accountId), { [name]: days })).rejects.toThrow(
    message,
  );
});

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
