import { cp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../../src/service/store/open-postgres.ts';
import {
  addAccount,
  addDocument,
  addEndpoint,
  anEvent,
  at,
  delivered,
  ended,
} from '../../service/ports/store-builders.ts';
import { startEsign } from '../../support/cli/run-esign.ts';
import { writePrivate } from '../../support/deployment/a-config.ts';
import { senderOf } from '../../support/deployment/a-sender.ts';
import type { ServeWorld as World } from '../../support/deployment/serve-world.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';
import { allText } from '../../support/service/all-text.ts';
import { MIGRATIONS, SEAL_KEY } from '../../support/store/database.ts';
import { copyDatabase, createDatabase, onConnection } from '../../support/store/postgres.ts';

/** More documents than are erased before a process can be killed. */
const MANY = 150;
const PERSONAL = ['Asha', 'asha@', '9876543210', 'plain', 'Example'];

/** Copies database and files, as a backup would; restoring puts the copies in their place. */
async function backUp({ databaseUrl, config }: World) {
  const folder = dirname(dirname(config));
  const [files, kept] = [join(folder, 'files'), join(folder, 'files-backup')];
  const copy = await copyDatabase(databaseUrl);
  onTestFinished(() => copy.drop());
  await cp(files, kept, { recursive: true });
  return async (): Promise<string> => {
    await writePrivate(join(dirname(config), 'database-url'), copy.url);
    await rm(files, { recursive: true });
    await cp(kept, files, { recursive: true });
    return copy.url;
  };
}

const wordsLeft = async (url: string): Promise<string[]> =>
  await onConnection(url, async (client) => {
    const texts = [...(await allText((text) => client.query(text))).values()].join('\n');
    return PERSONAL.filter((word) => texts.includes(word));
  });

test('an account is held, then erased, and erased again by its ledger after a restore', async () => {
  const world = await openInstallation();
  const { accountId, apiKey } = await world.addAccount();
  const running = await world.serve();
  const { documents, send } = senderOf(world.publicUrl, apiKey);
  const [signUrl = ''] = (await send()).links;
  await expect.poll(() => world.smtp.taken.length, { timeout: 10_000 }).toBe(1);
  await world.stop(running);
  expect(await wordsLeft(world.databaseUrl)).toEqual(PERSONAL);
  const restore = await backUp(world);

  const erase = (...argv: string[]) => world.admin('account', 'erase', accountId, ...argv);
  const hold = (...argv: string[]) => world.admin('account', 'hold', accountId, ...argv);
  expect(await erase('--confirm', 'Exmaple')).toMatchObject({
    code: 2,
    stderr: 'error: The name to confirm is "Example"\n',
  });
  await hold('--reason', 'Case 12 (TEST)');
  const held = await erase('--confirm', 'Example');
  expect(held).toMatchObject({ code: 6 });
  expect(held.stderr).toBe(
    'error: The account is on legal hold: Case 12 (TEST)\n  next: esign admin account hold ACCOUNT\n',
  );
  expect((await hold()).stdout).toContain('Case 12 (TEST)');
  await hold('--release');
  const open = await erase('--confirm', 'Example');
  expect(open).toMatchObject({ code: 6 });
  expect(open.stderr).toContain('wait for signatures: 1\n  try: repeat it with --withdraw-open');

  const erased = await erase('--confirm', 'Example', '--withdraw-open');
  expect(erased).toMatchObject({ code: 0, stderr: expect.stringContaining('trash for a week') });
  expect(await wordsLeft(world.databaseUrl)).toEqual([]);
  expect((await world.admin('check', '--strict')).stderr).toBe(
    '1 documents, 0 files with 0 bytes: 0 contradictions, 0 notices.\n',
  );
  const again = await world.serve();
  expect((await fetch(signUrl)).status).toBe(410);
  await expect(documents.page()).rejects.toMatchObject({ code: 'unauthorized' });
  await world.stop(again);
  const ledger = (await world.admin('erasures')).stdout;
  expect(JSON.parse(ledger)).toMatchObject({ accountId, documentId: null });

  const url = await restore();
  expect(await wordsLeft(url)).toEqual(PERSONAL);
  const file = join(dirname(world.config), 'erasures.jsonl');
  await writeFile(file, ledger);
  const replayed = await world.admin('erasures', 'replay', file);
  expect(JSON.parse(replayed.stdout)).toMatchObject({ accountId, outcome: 'erased' });
  expect(replayed).toMatchObject({ code: 0 });
  expect(await wordsLeft(url)).toEqual([]);
  expect((await world.admin('check', '--strict')).code).toBe(0);
  expect((await world.admin('erasures')).stdout).toContain(JSON.parse(ledger).requestedAt);
});

test('an erasure whose process is killed is finished by the service', async () => {
  const world = await openInstallation();
  const { databaseUrl: url } = world;
  const { accountId, apiKey } = await world.addAccount();
  const first = await world.serve();
  const { create } = senderOf(world.publicUrl, apiKey);
  for (let made = 0; made < MANY; made += 1) await create();
  await world.stop(first);

  const erasing = ['account', 'erase', accountId, '--confirm', 'Example', '--config', world.config];
  const { child, ended: hasEnded } = await startEsign(['admin', ...erasing]);
  const removed = async (): Promise<number> =>
    await onConnection(url, async (client) => {
      const { rows } = await client.query('SELECT FROM documents WHERE removed_at IS NOT NULL');
      return rows.length;
    });
  await expect.poll(removed, { interval: 1 }).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await hasEnded;
  expect(await removed()).toBeLessThan(MANY);
  const ledger = async () => JSON.parse((await world.admin('erasures')).stdout);
  expect(await ledger()).toMatchObject({ accountId, finishedAt: null });

  const second = await world.serve();
  await expect.poll(removed).toBe(MANY);
  await expect.poll(ledger).toMatchObject({ finishedAt: expect.any(String) });
  await world.stop(second);
  expect(await wordsLeft(url)).toEqual([]);
  expect((await world.admin('check', '--strict')).code).toBe(0);
});

test('an attempt that is settled while its document is removed leaves nothing behind, and a locked document is skipped', async () => {
  const database = await createDatabase();
  const place = { url: database.url, migrations: MIGRATIONS, sealKey: SEAL_KEY };
  const stores = [await openPostgresStore(place), await openPostgresStore(place)] as const;
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    await database.drop();
  });
  const [here, there] = stores;
  const accountId = await addAccount(here);
  await addEndpoint(here, accountId);
  const document = await addDocument(here, accountId);
  await here.transaction((tx) => tx.emitEvent(anEvent(document), at()));
  const claim = { now: at(), leaseUntil: at(1000), limit: 10, perQueue: 10 };
  const items = await there.claimOutbox(claim);
  const settled = items.map((item) => ended(item, delivered, { state: 'done' }));
  expect(settled).toHaveLength(1);
  let settling = Promise.resolve();
  await here.transaction(async (tx) => {
    await tx.lockDocument(document.documentId);
    await tx.removeDocument(document.documentId, at());
    // Waits for the row that this transaction has deleted, and not yet committed.
    settling = there.settleOutbox(settled);
    await sleep(500);
  });
  await settling;
  const other = await addDocument(here, accountId);
  await here.transaction(async (tx) => {
    await tx.lockDocument(other.documentId);
    const skipped = there.transaction((one) => one.lockDocument(other.documentId, 'skip'));
    expect(await skipped).toBeUndefined();
  });
  const left = await onConnection(database.url, async (client) =>
    client.query(
      'SELECT (SELECT count(*) FROM delivery_attempts) + (SELECT count(*) FROM events) AS left',
    ),
  );
  expect(left.rows).toEqual([{ left: '0' }]);
});
