import { cp } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { PostgresOptions } from '../../../src/service/store/open-postgres.ts';
import { openPostgresStore } from '../../../src/service/store/open-postgres.ts';
import { addAccount } from '../../service/ports/store-builders.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { serveTcp } from '../../support/network/local-tcp.ts';
import { addMigration } from '../../support/store/add-migration.ts';
import { MIGRATIONS, SEAL_KEY } from '../../support/store/database.ts';
import { openOwnPostgres, openPgbouncer } from '../../support/store/own-postgres.ts';
import { createDatabase, onConnection } from '../../support/store/postgres.ts';

const database = await createDatabase();
afterAll(() => database.drop());

const open = (url: string, wishes: Partial<PostgresOptions> = {}) =>
  openPostgresStore({ url, migrations: MIGRATIONS, sealKey: SEAL_KEY, ...wishes });

/** A store that opens is closed at the end of the test. */
async function opens(url: string, wishes: Partial<PostgresOptions> = {}): Promise<number> {
  const store = await open(url, wishes);
  onTestFinished(() => store.close());
  return await store.creditBalance(await addAccount(store, 3));
}

async function pooler(...wishes: readonly string[]): Promise<string> {
  const pgbouncer = await openPgbouncer(database.url, wishes);
  onTestFinished(() => pgbouncer.close());
  return pgbouncer.url;
}

/** What connections start with, as the role's own settings. */
async function setForRole(): Promise<void> {
  const settings = {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    jit: 'off',
    statement_timeout: '30s',
    idle_in_transaction_session_timeout: '1min',
  };
  const name = new URL(database.url).pathname.slice(1);
  await onConnection(database.url, async (client) => {
    for (const [setting, value] of Object.entries(settings))
      await client.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  });
  onTestFinished(async () => {
    await onConnection(database.url, (client) => client.query(`ALTER DATABASE ${name} RESET ALL`));
  });
}

const IGNORED = 'ignore_startup_parameters = options,extra_float_digits';

test.each(['transaction', 'session'])(
  'pgbouncer in %s mode that refuses or drops our settings is refused',
  async (mode) => {
    const plain = open(await pooler(`pool_mode = ${mode}`), { waitMs: 0 });
    await expect(plain).rejects.toMatchObject({ name: 'DatabaseRefused', reason: 'settings' });
    const dropping = open(await pooler(`pool_mode = ${mode}`, IGNORED));
    await expect(dropping).rejects.toMatchObject({ name: 'DatabaseRefused', reason: 'settings' });
    await expect(dropping).rejects.toThrow(/plan_cache_mode = force_generic_plan.*has auto/);
  },
);

test('pgbouncer in transaction mode is refused even where the database has our settings', async () => {
  await setForRole();
  const refused = open(await pooler('pool_mode = transaction', IGNORED));
  await expect(refused).rejects.toMatchObject({ name: 'DatabaseRefused', reason: 'notifications' });
});

test('pgbouncer in session mode works where the database has our settings', async () => {
  await setForRole();
  expect(await opens(await pooler('pool_mode = session', IGNORED))).toBe(3);
});

test('a database that is read-only, that does not exist or refuses the user is refused', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const readOnly = (to: string) =>
    onConnection(database.url, async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${to}`);
    });
  await readOnly('on');
  onTestFinished(() => readOnly('off'));
  await expect(open(database.url)).rejects.toMatchObject({ reason: 'read_only' });
  await expect(open(`${database.url}_none`)).rejects.toMatchObject({ reason: 'login' });
  const stranger = new URL(database.url);
  stranger.username = 'nobody_of_ours';
  await expect(open(stranger.href)).rejects.toMatchObject({ reason: 'login' });
});

test('a start waits for a lock of migrations, says so, and gives up with a sentence', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const said: string[] = [];
  await onConnection(url, async (client) => {
    await client.query('SELECT pg_advisory_lock(7236441015)');
    const starting = open(url, { waitMs: 300, onWait: (sentence) => said.push(sentence) });
    await expect(starting).rejects.toMatchObject({ name: 'DatabaseRefused', reason: 'locked' });
  });
  expect(said).toEqual(['Another process migrates the database. Waiting for up to 0.3 seconds.']);
});

/** Whether another connection waits for a table. */
async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_locks WHERE NOT granted AND relation = 'documents'::regclass`,
  );
  return rowCount === 1;
}

/** The migrations, and one that changes the accounts and then the documents. */
async function oneMore(): Promise<URL> {
  const folder = await makeTestFolder();
  await cp(fileURLToPath(MIGRATIONS), folder, { recursive: true });
  const statements = ['accounts', 'documents'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN more int;`,
  );
  await addMigration(folder, {
    name: '9999_more',
    statements: statements.join('--> statement-breakpoint\n'),
  });
  return pathToFileURL(`${folder}/`);
}

test('a migration waits for tables in use, lets those who use them go first, and gives up with a sentence', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const migrations = await oneMore();
  const said: string[] = [];
  const onWait = (sentence: string) => void said.push(sentence);
  await onConnection(url, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE documents IN ROW EXCLUSIVE MODE');
    const refused = expect(open(url, { migrations, waitMs: 300, onWait })).rejects;
    await refused.toMatchObject({
      reason: 'locked',
      message: expect.stringContaining(
        'in use. Gave up after 0.3 seconds. No migration was applied.',
      ),
    });
    const migrating = opens(url, { migrations, onWait });
    await expect.poll(() => isWaiting(client), { timeout: 5000 }).toBe(true);
    // In the opposite order, which would be a deadlock: the statement only waits
    await client.query('SELECT FROM accounts');
    await client.query('COMMIT');
    expect(await migrating).toBe(3);
  });
  expect(said).toEqual([
    'The tables to change are in use. Waiting for up to 0.3 seconds.',
    'The tables to change are in use. Waiting for up to 60 seconds.',
  ]);
});

test('a server out of reach is waited for, then refused with its address and without its password', async () => {
  const { port } = await serveTcp((socket) => void socket.destroy());
  const said: string[] = [];
  const url = `postgres://esign:hunter2@127.0.0.1:${port}/esign`;
  const starting = open(url, { waitMs: 1500, onWait: (sentence) => said.push(sentence) });
  await expect(starting).rejects.toMatchObject({
    reason: 'unreachable',
    message: expect.stringMatching(`^PostgreSQL at 127.0.0.1:${port} .* within 1.5 seconds`),
  });
  expect(said).toHaveLength(1);
  expect(said.join()).not.toContain('hunter2');
});

test('a server that starts late is used once it is there', async () => {
  const own = await openOwnPostgres();
  onTestFinished(() => own.close());
  await own.stop();
  const starting = opens(own.url);
  await own.start();
  expect(await starting).toBe(3);
});
