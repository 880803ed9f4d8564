import { stat, writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { openWorkplace, startSandboxIn } from '../support/cli/built-esign.ts';

const place = await openWorkplace();
afterAll(() => place.close());
const FILE = `${place.folder}/demo.tar.gz`;

const save = (...flags: readonly string[]) =>
  place.run('sandbox', 'snapshot', 'save', 'demo.tar.gz', ...flags);
const restore = (...flags: readonly string[]) =>
  place.run('sandbox', 'snapshot', 'restore', 'demo.tar.gz', ...flags);

test('a sandbox is saved once it has stopped, restored when that is wanted, and goes on', async () => {
  const running = await startSandboxIn(place);
  const { pid } = running.sandbox;
  const refused = await save();
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`kill ${pid}`)]);
  const { accountId } = await place.json('sandbox', 'account', 'create');
  process.kill(pid);
  await running.ended;
  expect(await save()).toMatchObject({ code: 0, stdout: expect.stringContaining(FILE) });
  expect((await stat(FILE)).mode & 0o777).toBe(0o600);
  const again = await save();
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('pass --force')]);
  expect((await save('--force', '--json')).code).toBe(0);

  const asked = await restore();
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('pass --yes')]);
  const restored = await restore('--yes');
  expect([restored.code, restored.stderr]).toEqual([
    0,
    expect.stringMatching(/esign sandbox start/),
  ]);
  const next = await startSandboxIn(place);
  expect(next.sandbox.apiKey).toBe(running.sandbox.apiKey);
  const setting = [
    'sandbox',
    'account',
    'set',
    '--account',
    String(accountId),
    '--name',
    'Northwind',
  ];
  expect(await place.json(...setting)).toMatchObject({ accountId, name: 'Northwind' });
  await next.stop();
});

test('a file that is no snapshot is refused, whatever is confirmed', async () => {
  await writeFile(FILE, 'text');
  const { code, stderr } = await restore('--yes', '--data-dir', 'elsewhere');
  expect([code, stderr]).toEqual([2, expect.stringContaining('not a snapshot')]);
  const missing = await place.run('sandbox', 'snapshot', 'restore', 'missing.tar.gz', '--yes');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('cannot read a')]);
});
