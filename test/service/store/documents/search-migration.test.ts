import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOn } from '../../../../src/service/store/database.ts';
import { findDocuments } from '../../../../src/service/store/documents/find-documents.sql.ts';
import { poolOn } from '../../../../src/service/store/embedded/pglite-pool.ts';
import { migrateDatabase } from '../../../../src/service/store/migrate-database.ts';
import { MIGRATIONS, temporaryFolder } from '../../../support/store/database.ts';

/** The migrations before the one that adds the search. */
async function formerMigrations(): Promise<URL> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'migrations');
  await cp(fileURLToPath(MIGRATIONS), folder, { recursive: true });
  const journalPath = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalPath, 'utf8'));
  const isSearch = ({ tag }: { tag: string }) => tag.endsWith('_search');
  journal.entries.splice(journal.entries.findIndex(isSearch));
  await writeFile(journalPath, JSON.stringify(journal));
  return pathToFileURL(`${folder}/`);
}

/** Documents as they were before: one with a signer, and what is left of a removed one. */
const BEFORE = `
  INSERT INTO accounts (account_id, name, subscription, created_at) VALUES ('acc_test', 'X', 'active', now());
  INSERT INTO documents (document_id, account_id, name, status, created_at, updated_at, original_key,
      original_sha256, original_bytes, pages, removed_at)
    VALUES ('8a01865b-0000-4000-8000-000000000001', 'acc_test', 'Lease', 'PENDING', now(), now(), '', '', 1, '[]', NULL),
      ('8a01865b-0000-4000-8000-000000000002', 'acc_test', '', 'PENDING', now(), now(), '', '', 1, '[]', now());
  INSERT INTO signers (signer_id, document_id, signing_order, name, email, phone)
    VALUES ('sgn_1', '8a01865b-0000-4000-8000-000000000001', 1, 'E\u0301va राव', 'Eva@example.in', '+91 98765-43210')`;

test('documents from before are searched once migrated, without pg_trgm too', async () => {
  const db = await PGlite.create();
  onTestFinished(() => db.close());
  const pool = poolOn(db);
  const client = await pool.connect();
  await migrateDatabase(client, await formerMigrations());
  await client.query(BEFORE);
  await migrateDatabase(client, MIGRATIONS, { release: '1.0.0' });
  const { rows } = await client.query('SELECT search FROM documents ORDER BY document_id');
  expect(rows).toEqual([
    { search: 'lease\n\u00e9va राव\neva@example.in\n919876543210' },
    { search: null },
  ]);
  const { rows: indexes } = await client.query("SELECT to_regclass('documents_search') AS index");
  expect(indexes).toEqual([{ index: null }]);
  const query = { kind: 'words', words: ['राव', '9876543210'] } as const;
  const found = await findDocuments(databaseOn(client), { accountId: 'acc_test', query, limit: 1 });
  expect(found).toMatchObject([{ name: 'Lease', signers: [{ name: 'E\u0301va राव' }] }]);
  client.release();
  await pool.end();
});
