import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEmbeddedPool } from '../../src/service/store/embedded/open-embedded.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { callApi, sendTo, startTestSandbox } from '../support/sandbox/a-sandbox.ts';
import { embeddedOptions } from '../support/store/database.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'esign-installation-'));
afterAll(() => removeFolder(dataDir));
const files = join(dataDir, 'files');
const marker = join(files, '.esign-installation');

const first = await startTestSandbox({ dataDir });
const documentId = await sendTo(first.sandbox, ['Asha Rao']);
await first.close();

test('a data folder from before there were installations goes on', async () => {
  const { pool, close } = await openEmbeddedPool(await embeddedOptions(join(dataDir, 'database')));
  await pool.query('DELETE FROM installation');
  await close();
  await rm(marker);
  const again = await startTestSandbox({ dataDir });
  expect((await callApi(again.sandbox, `/${documentId}`)).content.status).toBe('SENT');
  await again.close();
  expect(await readdir(files)).toContain('.esign-installation');
});

test('a data folder whose database is gone is refused, and its files stay', async () => {
  await rm(join(dataDir, 'database'), { recursive: true });
  const before = await readdir(files, { recursive: true });
  await expect(startTestSandbox({ dataDir })).rejects.toMatchObject({
    name: 'SandboxRefused',
    message: expect.stringContaining('but the database has no installation.'),
  });
  expect(await readdir(files, { recursive: true })).toEqual(before);
});
