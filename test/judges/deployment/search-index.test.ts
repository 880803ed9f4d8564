import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { databaseCheck } from '../../../src/service/operations/checks/check-database.ts';
import { migrateServer } from '../../../src/service/store/migrate-database.ts';
import { linesOf, replaced } from '../../support/deployment/check-lines.ts';
import { MIGRATIONS } from '../../support/store/database.ts';
import { createEmptyDatabase, onConnection } from '../../support/store/postgres.ts';

const database = await createEmptyDatabase();
afterAll(() => database.drop());

const run = (...statements: readonly string[]) =>
  onConnection(database.url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** As where only the provider of a database may create extensions. */
const REFUSE = [
  `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'TEST' USING ERRCODE = 'insufficient_privilege'; END $$`,
  `CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION')
    EXECUTE FUNCTION refuse()`,
];

const check = () =>
  linesOf(databaseCheck, {
    change: replaced('url = "postgresql://esign@127.0.0.1/esign"', `url = "${database.url}"`),
  });

/** The statements that the page for operators shows. */
async function shownStatements(): Promise<string[]> {
  const page = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const [, block = ''] = /## Searches[^#]*```sql\n([^`]*)```/.exec(page) ?? [];
  return block.trim().split('\n');
}

test('a database that may not have pg_trgm is migrated without an index, the check says so, and the index can be added', async () => {
  await run(...REFUSE);
  const { migrations } = await migrateServer({
    url: database.url,
    migrations: MIGRATIONS,
    release: '0.2.0',
    isDry: false,
  });
  expect(migrations).not.toEqual([]);
  const works = expect.stringMatching(/^ok: PostgreSQL \d+ takes writes$/);
  expect(await check()).toEqual([
    works,
    'warning: searches read all documents of an account: pg_trgm was missing when the database was migrated (docs/operating.md, "Searches": how to add the index later)',
  ]);
  const statements = await shownStatements();
  expect(statements).toHaveLength(2);
  await run('DROP EVENT TRIGGER refuse', ...statements);
  expect(await check()).toEqual([works]);
});
