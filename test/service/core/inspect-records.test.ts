import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectRecords } from '../../../src/service/core/inspect-records.ts';
import type { Contradiction } from '../../../src/service/store/upkeep/inspection.sql.ts';
import { aDraft, aSentDocument, signAs } from '../../support/service/signing-world.ts';
import { openRetentionWorld } from './retention/retention-world.ts';

const { world, query } = await openRetentionWorld();
const { signerIds, caller } = await aSentDocument(world, 2);
for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
await aSentDocument(world, 1);
await aDraft(world, caller, 1);

async function inspect(isFast = false) {
  const found: Contradiction[] = [];
  const onFinding = (finding: Contradiction) => found.push(finding);
  const counted = await inspectRecords(world.deps, { isFast, onFinding });
  return { found, counted };
}

test('records that agree give no finding, and are counted', async () => {
  const { found, counted } = await inspect();
  expect(found).toEqual([]);
  expect(counted).toMatchObject({ documents: 3, files: 7, contradictions: 0, notices: 0 });
});

/** An order that was paid, and what belongs to it, but for its credits and its invoice. */
const PAID = `INSERT INTO orders (order_id, account_id, kind, credits, paise, provider, state, created_at, expires_at)
    SELECT 'ord_1', account_id, 'pack', 10, 236, 'p', 'paid', now(), now() FROM accounts LIMIT 1;
  INSERT INTO payments VALUES ('pay_1', 'ord_1', 236, now(), now());`;
const refund = (state: string, age: string) => `${PAID} INSERT INTO refunds
  SELECT gen_random_uuid(), account_id, 'pay_1', 10, 236, '${state}', NULL, now() - interval '${age}' FROM orders`;

const mandate = (state: string, age: string) => `INSERT INTO mandates
  SELECT 'mdt_1', account_id, 118000, 'p', 'sub_1', '${state}', now(), now(), now() - interval '${age}' FROM accounts LIMIT 1`;

const BROKEN: readonly [kind: string, says: string, statement: string][] = [
  ['balance', 'not', 'UPDATE credit_balances SET balance = balance + 1 WHERE balance = 8'],
  ['ledger', 'entry', 'UPDATE credit_ledger SET balance_after = 3 WHERE credits = -2'],
  [
    'charge',
    '2 charged, 0 sent',
    'UPDATE credit_ledger SET document_id = (SELECT document_id FROM documents WHERE sent_at IS NULL) WHERE credits = -2',
  ],
  ['order', 'paid, 236 paise of 236, 0 credits of 10, 0 invoices', PAID],
  ['order', 'open, 236 paise', `${PAID} UPDATE orders SET state = 'open'`],
  ['held', 'a reason', `${PAID} UPDATE orders SET state = 'held', held_reason = 'a reason'`],
  ['refund', 'done, 0 credits taken of 10, 0 credit notes', refund('done', '0 days')],
  ['refund', 'not been finished since', refund('requested', '11 days')],
  ['mandate', 'renewal by nothing, mandate active', mandate('active', '0 days')],
  [
    'mandate',
    'renewal by mandate, mandate none',
    `UPDATE accounts SET renewal = 'mandate' WHERE account_id = (SELECT min(account_id) FROM accounts)`,
  ],
  ['mandate', 'asked the provider for a mandate since', mandate('open', '3 hours')],
  ['invoice', '0 of 1', "INSERT INTO invoice_series VALUES ('ES', '26-27', 2)"],
  ['signature', 'not signed', 'UPDATE signers SET signed_at = NULL WHERE signing_order = 2'],
  [
    'completion',
    'SENT with 2 of 2',
    "UPDATE documents SET status = 'SENT', completed_at = NULL WHERE status = 'COMPLETED'",
  ],
  ['event', '2 of 3 events', "DELETE FROM events WHERE event = 'document.completed'"],
  [
    'answer',
    'since',
    "UPDATE signature_attempts SET state = 'returned' WHERE txn = (SELECT min(txn) FROM signature_attempts); UPDATE audit_entries SET at = at - interval '1 day' WHERE type = 'gateway.returned'",
  ],
  [
    'answer',
    'at the gateway test',
    "UPDATE signature_attempts SET state = 'at_gateway', arrived = '', arrived_at = now() - interval '1 day', arrived_from = '{}', resume_at = now() WHERE txn = (SELECT min(txn) FROM signature_attempts)",
  ],
  [
    'answer',
    'was set aside',
    "UPDATE signature_attempts SET state = 'at_gateway', arrived = '', arrived_at = now(), arrived_from = '{}', resume_at = NULL WHERE txn = (SELECT min(txn) FROM signature_attempts)",
  ],
  [
    'overdue',
    'mail has been due',
    "UPDATE deliveries SET next_at = next_at - interval '1 hour' WHERE state = 'queued'",
  ],
  [
    'mail',
    'given up after 0 attempts',
    "UPDATE deliveries SET state = 'failed', next_at = NULL WHERE mail IS NOT NULL",
  ],
  [
    'mail',
    'given up after 3 attempts',
    "UPDATE deliveries SET state = 'failed', next_at = NULL, attempts = 3, created_at = created_at - interval '9 days' WHERE mail IS NOT NULL; INSERT INTO delivery_attempts (delivery_seq, number, trigger, started_at, ended_at, ok, duration_ms) SELECT seq, 3, 'auto', now(), now(), false, 1 FROM deliveries WHERE mail IS NOT NULL ON CONFLICT DO NOTHING",
  ],
  [
    'bounce',
    'came back: 5.1.1',
    "UPDATE deliveries SET bounced_at = created_at, bounce_status = '5.1.1' WHERE mail IS NOT NULL",
  ],
  [
    'erasure',
    'not been finished since',
    "INSERT INTO erasures (account_id, requested_at) SELECT account_id, created_at - interval '1 day' FROM accounts LIMIT 1",
  ],
  ['secret', 'no key opens', "UPDATE webhook_endpoints SET sealed_secret = '\\x00'"],
  [
    'audit',
    'entry 1 of the audit trail',
    "UPDATE audit_entries SET actor = 'nobody' WHERE seq = 1",
  ],
  ['audit', 'PERSONAL_VALUE', `UPDATE audit_personal SET salted = '{"salt":"00","value":"x"}'`],
  ['file', 'cannot be read', "UPDATE documents SET original_key = 'documents/gone.pdf'"],
  ['file', 'instead of 1', 'UPDATE documents SET original_bytes = 1'],
];

/** Kinds, or what they say, that wait for somebody though no record is wrong. */
const NOTICES = /^(held|answer|overdue|mail|bounce|erasure)$|finished since|asked the provider/;

test.each(BROKEN)('%s: "%s" is found', async (kind, says, statement) => {
  await query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}`);
  const { found, counted } = await inspect().finally(() => query('ROLLBACK'));
  const level = NOTICES.test(kind) || NOTICES.test(says) ? 'notice' : 'contradiction';
  expect(found).toContainEqual(
    expect.objectContaining({ level, kind, what: expect.stringContaining(says) }),
  );
  const { contradictions, notices } = counted;
  expect(contradictions + notices).toBe(found.length);
});

test('mails that did not arrive more than a week ago are told no more', async () => {
  await query(`BEGIN; UPDATE deliveries SET created_at = created_at - interval '8 days',
    bounced_at = created_at - interval '8 days', state = 'failed', next_at = NULL WHERE mail IS NOT NULL`);
  const { found } = await inspect().finally(() => query('ROLLBACK'));
  expect(found.filter(({ kind }) => kind === 'mail' || kind === 'bounce')).toEqual([]);
});

test('what waits for an endpoint that is off is not overdue, but what was resent by hand is', async () => {
  const overdue = async (byHand: boolean) => {
    await query(`BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'by_hand', disabled_at = now();
      UPDATE deliveries SET state = 'queued', by_hand = ${byHand}, resume_at = NULL,
        resume_state = ${byHand ? "'failed'" : 'NULL'}, next_at = now() - interval '1 day'
        WHERE endpoint_id IS NOT NULL`);
    const { found } = await inspect().finally(() => query('ROLLBACK'));
    return found.filter(({ kind, what }) => kind === 'overdue' && what.startsWith('a delivery'));
  };
  expect(await overdue(false)).toEqual([]);
  expect(await overdue(true)).not.toEqual([]);
});

test('one flipped bit of a file is found, but not by sizes alone', async () => {
  const [first] = await world.deps.store.listRecorded({ after: 0, limit: 1 });
  const key = first?.files[0]?.key ?? '';
  const bytes = await world.deps.files.read(key);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(join(world.filesFolder, key), bytes);
  expect((await inspect(true)).found).toEqual([]);
  expect((await inspect()).found).toEqual([
    {
      ...{ level: 'contradiction', kind: 'file', id: first?.documentId },
      what: `${key} has another SHA-256 than recorded`,
    },
  ]);
});
