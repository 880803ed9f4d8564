import { afterAll, expect, test } from 'vitest';
import type { AuditEntryV1 } from '../../../../src/contract/audit-chain.ts';
import { chainFault, GENESIS_HASH, hashAuditEntry } from '../../../../src/contract/audit-chain.ts';
import { readEntry } from '../../../../src/service/core/evidence/audit-personal.rules.ts';
import { openRawStore } from '../../../support/store/raw-store.ts';
import { addAccount, addDocument, aFact } from '../../ports/store-builders.ts';

const { store, query } = await openRawStore();
afterAll(() => store.close());

const append = (documentId: string, ...names: readonly string[]) =>
  store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    await tx.appendAudit(
      documentId,
      names.map((name) => aFact({ name, apiKey: 'sk_test_1' })),
    );
  });

const aDocument = async () => (await addDocument(store, await addAccount(store))).documentId;

/** Writes an entry as this service did before version 2. */
async function insertOld(documentId: string, before?: AuditEntryV1): Promise<AuditEntryV1> {
  const open = {
    seq: (before?.seq ?? 0) + 1,
    at: '2026-11-20T12:00:00.512Z',
    type: 'link.opened',
    actor: 'signer:s1',
    ip: '192.0.2.7',
    userAgent: 'Browser/1.0',
    requestId: 'req_1',
    data: { signerId: 's1', email: 'asha@example.in' },
    previousHash: before?.hash ?? GENESIS_HASH,
  };
  const entry = { ...open, hash: hashAuditEntry(open) };
  await query(
    `INSERT INTO audit_entries
      (document_id, seq, at, type, actor, ip, user_agent, request_id, data, previous_hash, hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [documentId, ...Object.values({ ...entry, data: JSON.stringify(entry.data) })],
  );
  return entry;
}

test('a trail that began before version 2 is read as it was, and goes on in version 2', async () => {
  const documentId = await aDocument();
  const first = await insertOld(documentId);
  const second = await insertOld(documentId, first);
  await append(documentId, 'Lease', 'Lease of the garden');
  const trail = await store.readAudit(documentId);
  expect(trail.slice(0, 2)).toEqual([first, second]);
  expect(trail.map(({ v }) => v)).toEqual([undefined, undefined, 2, 2]);
  expect(chainFault(trail)).toBeUndefined();
});

test('an address that an earlier release stored without a value reads as unknown, and the chain holds', async () => {
  const documentId = await aDocument();
  const fact = aFact({});
  const hungUp = { ...fact, origin: { ...fact.origin, ip: undefined as unknown as null } };
  await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    await tx.appendAudit(documentId, [hungUp]);
  });
  const trail = await store.readAudit(documentId);
  expect(trail.map(readEntry)).toMatchObject([{ ip: null, erased: [] }]);
  expect(chainFault(trail)).toBeUndefined();
});

test('personal values stand in their own table only', async () => {
  const documentId = await aDocument();
  await append(documentId, 'Lease of Asha Rao');
  const { rows } = await query('SELECT * FROM audit_entries WHERE document_id = $1', [documentId]);
  expect(JSON.stringify(rows)).not.toContain('Asha');
  const own = await query('SELECT seq, field FROM audit_personal WHERE document_id = $1', [
    documentId,
  ]);
  expect(own.rows).toEqual([{ seq: 1, field: 'data.name' }]);
});

test('a value that is deleted reads as erased, the others stay, and the chain holds', async () => {
  const documentId = await aDocument();
  await append(documentId, 'Lease', 'Annex', 'Plan');
  await query('DELETE FROM audit_personal WHERE document_id = $1 AND seq = 2', [documentId]);
  const trail = await store.readAudit(documentId);
  expect(chainFault(trail)).toBeUndefined();
  expect(trail.map(readEntry).map(({ data }) => data.name)).toEqual([
    'Lease',
    expect.stringMatching(/^erased \(hash [0-9a-f]{16}…\)$/),
    'Plan',
  ]);
  await append(documentId, 'Map');
  expect(chainFault(await store.readAudit(documentId))).toBeUndefined();
});

test.each([
  ['value', `'{"salt":"' || repeat('ab', 16) || '","value":"Sale"}'`],
  ['salt', `'{"salt":"' || repeat('cd', 16) || '","value":"Lease"}'`],
])('another %s in the place of the one that was written is found', async (_what, salted) => {
  const documentId = await aDocument();
  await append(documentId, 'Annex', 'Lease');
  await query('DELETE FROM audit_personal WHERE document_id = $1 AND seq = 2', [documentId]);
  await query(`INSERT INTO audit_personal VALUES ($1, 2, 'data.name', (${salted})::json)`, [
    documentId,
  ]);
  expect(chainFault(await store.readAudit(documentId))).toEqual({
    ...{ at: 2, reason: 'PERSONAL_VALUE' },
    field: 'data.name',
  });
});
