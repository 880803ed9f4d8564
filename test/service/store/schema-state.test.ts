import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PoolClient } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { poolOn } from '../../../src/service/store/embedded/pglite-pool.ts';
import { migrateDatabase } from '../../../src/service/store/migrate-database.ts';
import { assertSchema, readSchemaState } from '../../../src/service/store/schema-state.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { addMigration } from '../../support/store/add-migration.ts';
import { MIGRATIONS, startInMemory } from '../../support/store/database.ts';

const RELEASE = '0.10.2';

/** A connection to a database with the newest schema. */
async function aDatabase(): Promise<PoolClient> {
  const db = await startInMemory();
  const pool = poolOn(db);
  const client = await pool.connect();
  onTestFinished(async () => {
    client.release();
    await pool.end();
    await db.close();
  });
  return client;
}

/** The migrations of a newer release: ours and one more. */
async function newerMigrations(statements: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-migrations-'));
  onTestFinished(() => removeFolder(folder));
  await cp(fileURLToPath(MIGRATIONS), folder, { recursive: true });
  await addMigration(folder, { name: '9999_next', statements });
  return pathToFileURL(`${folder}/`);
}

test('a release runs on its own schema', async () => {
  await assertSchema(await aDatabase(), MIGRATIONS, RELEASE);
});

test('a database that lacks a migration is named with it, until it is migrated', async () => {
  const client = await aDatabase();
  const newer = await newerMigrations('CREATE TABLE next (id int)');
  await expect(assertSchema(client, newer, RELEASE)).rejects.toMatchObject({
    name: 'SchemaBehind',
    message: 'The database lacks 1 migration of this release: 9999_next.',
  });
  await migrateDatabase(client, newer, { release: RELEASE });
  await assertSchema(client, newer, RELEASE);
});

test.each([
  [undefined, 'runs'],
  ['0.10.2', 'runs'],
  ['0.9.9', 'runs'],
  ['0.10.3', 'is refused'],
  ['1.0.0', 'is refused'],
])('on a newer schema that needs %s, release 0.10.2 %s', async (least, expected) => {
  const client = await aDatabase();
  const raise = least === undefined ? '' : `UPDATE schema_floor SET min_release = '${least}';`;
  const newer = await newerMigrations(`CREATE TABLE next (id int);${raise}`);
  await migrateDatabase(client, newer, { release: '2.0.0' });
  expect(await readSchemaState(client, MIGRATIONS)).toEqual({ pending: [], unknown: 1 });
  const asserted = assertSchema(client, MIGRATIONS, RELEASE);
  if (expected === 'runs') await asserted;
  else await expect(asserted).rejects.toThrow(`It needs esign ${least} or newer; this is 0.10.2.`);
});

test('a program that does not say its release is refused on a newer schema', async () => {
  const client = await aDatabase();
  await migrateDatabase(client, await newerMigrations('CREATE TABLE next (id int)'));
  await expect(migrateDatabase(client, MIGRATIONS)).rejects.toThrow('another version of esign');
});
