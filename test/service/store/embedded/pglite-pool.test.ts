import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { databaseOn } from '../../../../src/service/store/database.ts';
import { poolOn } from '../../../../src/service/store/embedded/pglite-pool.ts';
import { startInMemory } from '../../../support/store/database.ts';

const db = await startInMemory();
const pool = poolOn(db);
await pool.query('CREATE TABLE t (n int PRIMARY KEY, body text)');
afterAll(async () => {
  await pool.end();
  await db.close();
});

const one = async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows[0];

test('types come as from a server', async () => {
  const row = await one(
    `SELECT 1::int AS int, 2::bigint AS bigint, '\\x00ff'::bytea AS bytea,
      '2026-11-20T12:00:00.512Z'::timestamptz AS time, '{"a":[1]}'::jsonb AS json, NULL AS none`,
  );
  expect(row).toEqual({
    int: 1,
    bigint: '2',
    bytea: Buffer.from([0, 255]),
    time: new Date('2026-11-20T12:00:00.512Z'),
    json: { a: [1] },
    none: null,
  });
});

test('errors of each kind are answered, and the connection goes on', async () => {
  for (const [text, code] of [
    ['SELEC 1', '42601'],
    ['SELECT * FROM missing', '42P01'],
    ['SELECT 1/0', '22012'],
    [`SELECT 'x'::int`, '22P02'],
  ] as const) {
    await expect(pool.query(text)).rejects.toMatchObject({ code });
    await expect(pool.query(text, [])).rejects.toMatchObject({ code });
    await expect(pool.query({ name: `named ${code}`, text })).rejects.toMatchObject({ code });
    expect(await one('SELECT 1 AS n')).toEqual({ n: 1 });
  }
});

test('a transaction that failed refuses all but its end', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO t VALUES (1)');
  await expect(client.query('INSERT INTO t VALUES (1)')).rejects.toMatchObject({ code: '23505' });
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
  expect((await client.query('COMMIT')).command).toBe('ROLLBACK');
  client.release();
  expect(await one('SELECT count(*)::int AS n FROM t')).toEqual({ n: 0 });
});

test('a connection that was dropped in a transaction leaves no trace to the next', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO t VALUES (2)');
  await client.query({ name: 'kept', text: 'SELECT 1' });
  await client.query('SET statement_timeout = 1234');
  client.release(true);
  expect(await one('SELECT count(*)::int AS n FROM t')).toEqual({ n: 0 });
  expect((await pool.query({ name: 'kept', text: 'SELECT 2 AS n' })).rows).toEqual([{ n: 2 }]);
  expect(await one('SHOW statement_timeout')).toEqual({ statement_timeout: '0' });
});

test('a named statement is planned once and run often', async () => {
  for (let n = 0; n < 100; n += 1) {
    const query = { name: 'twice', text: 'SELECT $1::int * 2 AS n', values: [n] };
    expect((await pool.query(query)).rows).toEqual([{ n: 2 * n }]);
  }
  const prepared = await one(
    `SELECT count(*)::int AS n FROM pg_prepared_statements WHERE name = 'twice'`,
  );
  expect(prepared).toEqual({ n: 1 });
});

test('a statement of the query builder is planned once, if it has parameters', async () => {
  const db = databaseOn(pool);
  for (let n = 0; n < 3; n += 1) {
    expect((await db.execute(sql`SELECT ${n}::int AS built`)).rows).toEqual([{ built: n }]);
    await db.execute(sql`SELECT 1 AS built; SELECT 2 AS built`);
  }
  const planned = await one(
    `SELECT count(*)::int AS n FROM pg_prepared_statements WHERE statement LIKE '%AS built%'`,
  );
  expect(planned).toEqual({ n: 1 });
});

test('large values pass both ways, and many rows', async () => {
  const body = 'ä😀'.repeat(400_000);
  await pool.query('INSERT INTO t VALUES (3, $1)', [body]);
  expect((await one('SELECT body FROM t WHERE n = 3')).body).toBe(body);
  const { rows } = await pool.query(
    `SELECT n, repeat('x', 100) AS x FROM generate_series(1, 20000) n`,
  );
  expect(rows).toHaveLength(20_000);
  expect(rows.at(-1)).toEqual({ n: 20_000, x: 'x'.repeat(100) });
});

test('queries sent at once are answered each with its own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => one('SELECT $1::int AS n', [n])),
  );
  expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test('several statements in one query are answered each', async () => {
  const results: unknown = await pool.query('SELECT 1 AS a; SELECT 2 AS b');
  expect(results).toMatchObject([{ rows: [{ a: 1 }] }, { rows: [{ b: 2 }] }]);
});

test('settings of a server elsewhere, in the environment, do not matter', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const elsewhere = { PGSSLMODE: 'require', PGHOST: '192.0.2.1', PGOPTIONS: '-c x=y' };
  for (const [name, value] of Object.entries(elsewhere)) vi.stubEnv(name, value);
  const other = poolOn(db);
  expect((await other.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  await other.end();
});
