import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedPool } from '../../../../../src/service/adapters/postgres/embedded/open-embedded.ts';
import { outboxSignal } from '../../../../../src/service/adapters/postgres/outbox/outbox-signal.ts';
import { createStore } from '../../../../../src/service/adapters/postgres/store.ts';
import { secretSeal } from '../../../../../src/service/adapters/postgres/webhooks/secret-seal.ts';
import {
  embeddedOptions,
  MIGRATIONS,
  SEAL_KEY,
  temporaryFolder,
} from '../../../../support/database.ts';
import {
  addAccount,
  addDocument,
  aMail,
  at,
  delivered,
  ended,
} from '../../../ports/store-builders.ts';
import { ID, ROWS } from '../verify-guards.ts';

async function testFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

/** Migrations as they were before what waits had a table. */
async function earlierMigrations(folder: string): Promise<URL> {
  const earlier = join(folder, 'migrations');
  await cp(MIGRATIONS, earlier, { recursive: true });
  const path = join(earlier, 'meta', '_journal.json');
  const { entries, ...journal } = JSON.parse(await readFile(path, 'utf8'));
  const kept = entries.filter(({ tag }: { tag: string }) => tag < '0006');
  await writeFile(path, JSON.stringify({ ...journal, entries: kept }));
  await rm(join(earlier, '0006_waiting.sql'));
  return pathToFileURL(`${earlier}/`);
}

const TOKEN = '0b4e7a52-6c1d-4c3b-9f5e-8a1d2c3b4e5f';
const EARLIER = `${ROWS}
  INSERT INTO webhook_endpoints (endpoint_id, seq, account_id, url, sealed_secret, enabled, created_at)
    VALUES ('whe_1', 7, 'a', 'https://example.test', 'x', true, now());
  INSERT INTO events (seq, account_id, document_id, event, body, created_at)
    VALUES (1, 'a', '${ID}', 'signer.signed', 'x', now());
  INSERT INTO outbox (seq, kind, document_id, endpoint_id, event_seq, state, attempts, step, due_at,
      created_at, lease, leased_until, trigger, resume_state, resume_at) VALUES
    (1, 'delivery', '${ID}', 'whe_1', 1, 'done', 2, 2, '2026-01-01Z', now(), NULL, NULL, 'auto', NULL, NULL),
    (2, 'delivery', '${ID}', 'whe_1', 1, 'queued', 1, 0, '2026-01-02Z', now(), '${TOKEN}', '2026-01-03Z', 'auto', NULL, NULL),
    (3, 'delivery', '${ID}', 'whe_1', 1, 'queued', 4, 3, '2026-01-04Z', now(), NULL, NULL, 'manual', 'queued', '2026-01-05Z'),
    (5, 'delivery', '${ID}', 'whe_1', 1, 'failed', 9, 9, '2026-01-02Z', now(), NULL, NULL, 'auto', NULL, NULL);
  INSERT INTO outbox (seq, kind, mail, document_id, due_at, created_at)
    VALUES (4, 'mail', '{}', '${ID}', '2026-01-06Z', now());
  INSERT INTO outbox_tries (outbox_seq, number, trigger, started_at, at, ok, duration_ms, exchange)
    VALUES (1, 1, 'auto', now(), now(), false, 5, '{"truncated": true}');`;

const rowsOf = async (pool: Pool, text: string) =>
  (await pool.query({ text, rowMode: 'array' })).rows;

test('what waited in an older database waits in the new tables, leases and times kept', async () => {
  const folder = await testFolder();
  const options = { folder: join(folder, 'database'), template: undefined };
  const earlier = await openEmbeddedPool({
    ...options,
    migrations: await earlierMigrations(folder),
  });
  await earlier.pool.query(EARLIER);
  await earlier.close();
  const { pool, close } = await openEmbeddedPool({ ...options, migrations: MIGRATIONS });
  onTestFinished(close);
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  expect(
    await rowsOf(
      pool,
      `SELECT seq, lane, by_hand, due_at, step, attempts, document_id, resume_state, resume_at
        FROM outbox_waiting ORDER BY seq`,
    ),
  ).toEqual([
    ['2', '7', false, day(2), 0, 1, ID, null, null],
    ['3', '7', true, day(4), 3, 4, ID, 'queued', day(5)],
    ['4', '0', false, day(6), 0, 0, null, null, null],
  ]);
  const leases = 'SELECT seq, lane, until, holder, number FROM outbox_leases';
  expect(await rowsOf(pool, leases)).toEqual([['2', '7', day(3), TOKEN, 1]]);
  const items = 'SELECT seq, document_id, given_up FROM outbox ORDER BY seq';
  expect(await rowsOf(pool, items)).toEqual([
    ['1', null, null],
    ['2', null, null],
    ['3', null, null],
    ['4', ID, null],
    ['5', null, 'failed'],
  ]);
  expect(await rowsOf(pool, 'SELECT exchange FROM outbox_tries')).toEqual([[{ truncated: true }]]);
});

const MAILS = 4000;
const PAGE_BYTES = 8192;

test('the table of leases stays small, however many tries went through it', async () => {
  const options = await embeddedOptions(join(await testFolder(), 'database'));
  const { pool, close } = await openEmbeddedPool(options);
  const seal = secretSeal(SEAL_KEY);
  const store = createStore({ pool, seal, signal: outboxSignal(), close });
  onTestFinished(store.close);
  const { documentId } = await addDocument(store, await addAccount(store));
  await store.transaction(async (tx) => {
    const to = { documentId, signerId: null, at: at() };
    for (let n = 0; n < MAILS; n += 1) await tx.queueMail(aMail(), to);
  });
  const window = { now: at(), leaseUntil: at(1000), limit: 100, perLane: 100 };
  for (let settled = 0; settled < MAILS; ) {
    const items = await store.claimOutbox(window);
    const done = items.map((item) => ended(item, delivered, { state: 'done' }));
    await store.settleOutbox(done);
    settled += items.length;
  }
  const [size] = await rowsOf(pool, `SELECT pg_relation_size('outbox_leases')::int`);
  // Rows of 64 bytes: 4000 that nobody sweeps fill over 20 pages.
  expect(size?.[0]).toBeLessThanOrEqual(12 * PAGE_BYTES);
  expect(await rowsOf(pool, 'SELECT FROM outbox_waiting')).toEqual([]);
});
