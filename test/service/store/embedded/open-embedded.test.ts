import { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOn } from '../../../../src/service/store/database.ts';
import {
  assertDurable,
  NotDurable,
  SyncedNodeFS,
  startPGlite,
} from '../../../../src/service/store/embedded/open-embedded.ts';
import { poolOn } from '../../../../src/service/store/embedded/pglite-pool.ts';
import { templateTar, temporaryFolder } from '../../../support/store/database.ts';

async function freshFs(): Promise<SyncedNodeFS> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return new SyncedNodeFS(path);
}

async function connect(db: PGlite) {
  const pool = poolOn(db);
  onTestFinished(async () => {
    await pool.end();
    await db.close();
  });
  return await pool.connect().then((client) => {
    onTestFinished(() => client.release());
    return client;
  });
}

test('each commit of the embedded database is synced to disk, and reading is not', async () => {
  const fs = await freshFs();
  const client = await connect(await startPGlite({ fs, loadDataDir: await templateTar() }));
  await client.query('CREATE TABLE t (n int)');
  const before = fs.syncs;
  for (let n = 0; n < 50; n += 1) await client.query('INSERT INTO t VALUES ($1)', [n]);
  expect(fs.syncs - before).toBeGreaterThanOrEqual(50);
  const written = fs.syncs;
  await client.query('SELECT count(*) FROM t');
  expect(fs.syncs).toBe(written);
  await assertDurable(databaseOn(client), () => fs.syncs);
});

test('a database with syncing off, as PGlite comes, is refused', async () => {
  const fs = await freshFs();
  const client = await connect(await PGlite.create({ fs, loadDataDir: await templateTar() }));
  await expect(assertDurable(databaseOn(client), () => fs.syncs)).rejects.toThrow(NotDurable);
});
