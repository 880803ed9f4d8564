import { cp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EsignClient } from '../../src/client/index.ts';
import { writePrivate } from '../support/a-config.ts';
import { allText } from '../support/all-text.ts';
import { copyDatabase, onConnection } from '../support/postgres.ts';
import { openServeWorld } from '../support/serve-world.ts';

const PDF = new URL('../fixtures/plain.pdf', import.meta.url).pathname;
const ASHA = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };
const PERSONAL = ['Asha', 'asha@', '9876543210', 'plain', 'Example'];

type World = Awaited<ReturnType<typeof openServeWorld>>;

/** Copies database and files, as a backup would; restoring puts the copies in their place. */
async function backUp({ database, config }: World) {
  const folder = dirname(dirname(config));
  const [files, kept] = [join(folder, 'files'), join(folder, 'files-backup')];
  const copy = await copyDatabase(database.url);
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
  const world = await openServeWorld();
  for (const step of ['migrate', 'init']) await world.admin(step);
  const { accountId, apiKey } = await world.addAccount();
  const running = await world.serve();
  const { documents } = new EsignClient({ baseUrl: world.publicUrl, apiKey });
  const { documentId } = await documents.create(PDF);
  await documents.addSigners(documentId, [ASHA]);
  const signUrl = (await documents.send(documentId)).signers[0]?.signUrl ?? '';
  await expect.poll(() => world.smtp.taken.length, { timeout: 10_000 }).toBe(1);
  await world.stop(running);
  expect(await wordsLeft(world.database.url)).toEqual(PERSONAL);
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
  expect(held.stderr).toContain('The account is on legal hold: Case 12 (TEST)');
  expect((await hold()).stdout).toContain('Case 12 (TEST)');
  await hold('--release');
  const open = await erase('--confirm', 'Example');
  expect(open).toMatchObject({ code: 6 });
  expect(open.stderr).toContain('wait for signatures: 1');

  const erased = await erase('--confirm', 'Example', '--withdraw-open');
  expect(erased).toMatchObject({ code: 0, stderr: expect.stringContaining('trash for a week') });
  expect(await wordsLeft(world.database.url)).toEqual([]);
  expect((await world.admin('check')).stderr).toBe(
    '1 documents, 0 files with 0 bytes: 0 findings.\n',
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
  expect((await world.admin('check')).code).toBe(0);
  expect((await world.admin('erasures')).stdout).toContain(JSON.parse(ledger).requestedAt);
});
