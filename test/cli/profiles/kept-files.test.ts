import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import AuthLogout from '../../../commands/auth/logout.ts';
import ProfileList from '../../../commands/profile/list.ts';
import ProfileRemove from '../../../commands/profile/remove.ts';
import ProfileSet from '../../../commands/profile/set.ts';
import ProfileUse from '../../../commands/profile/use.ts';
import { forgetService, indexFolder } from '../../../src/cli/profiles/kept-files.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

const ACCOUNTS = {
  work: { baseUrl: 'https://esign.example.com', apiKey: 'sk_live_1' },
  other: { baseUrl: 'https://esign.example.com', apiKey: 'sk_live_2' },
  sandbox: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'sk_test_1' },
};
const ENVIRONMENT = { baseUrl: 'http://127.0.0.1:4010', apiKey: 'sk_test_of_the_environment' };

/** Settings with three profiles, `work` the current one, and something kept for each and for a key of the environment. */
async function open() {
  const folder = await makeTestFolder();
  const settings = { current: 'work', profiles: ACCOUNTS };
  await writeFile(join(folder, 'config.json'), JSON.stringify(settings));
  for (const account of [...Object.values(ACCOUNTS), ENVIRONMENT]) {
    await mkdir(indexFolder(folder, account), { recursive: true });
    await writeFile(join(indexFolder(folder, account), 'documents.jsonl'), 'kept\n');
  }
  await mkdir(join(folder, 'complete'));
  await writeFile(join(folder, 'complete', 'documents'), 'kept\n');
  const left = async () => {
    const names = new Set(await readdir(join(folder, 'cache')));
    const own = Object.entries({ ...ACCOUNTS, environment: ENVIRONMENT });
    const kept = own.filter(([, one]) => names.has(indexFolder('', one).split('/')[1] ?? ''));
    const words = await readdir(join(folder, 'complete'));
    return [...kept.map(([name]) => name), ...words.sort()];
  };
  const run = (command: Parameters<typeof runCommand>[0], ...argv: string[]) =>
    runCommand(command, argv, { ESIGN_CONFIG_DIR: folder });
  return { folder, settings, left, run };
}

test.each([
  ['auth logout', AuthLogout, [], ['other', 'sandbox', 'profiles']],
  [
    'auth logout of another',
    AuthLogout,
    ['--profile', 'other'],
    ['work', 'sandbox', 'documents', 'profiles'],
  ],
  ['profile remove', ProfileRemove, ['work'], ['other', 'sandbox', 'profiles']],
  [
    'a new address',
    ProfileSet,
    ['work', '--base-url', 'https://new.example.com'],
    ['other', 'sandbox', 'profiles'],
  ],
  ['profile use', ProfileUse, ['sandbox'], ['work', 'other', 'sandbox', 'profiles']],
])('%s removes what is kept with keys that are gone', async (_, command, argv, kept) => {
  const { run, left } = await open();
  expect(await left()).toContain('environment');
  expect((await run(command, ...argv)).code).toBe(0);
  expect(await left()).toEqual(kept);
});

test('a service that was reset is forgotten with every key, and others are kept', async () => {
  const { folder, settings, left } = await open();
  forgetService(folder, settings, ACCOUNTS.sandbox.baseUrl);
  expect(await left()).toEqual(['work', 'other']);
});

test('the names of the profiles are kept for completion, for their owner only', async () => {
  const { folder, run } = await open();
  const words = join(folder, 'complete', 'profiles');
  await run(ProfileList);
  expect(await readFile(words, 'utf8')).toBe('work\nother\nsandbox\n');
  await run(ProfileRemove, 'other');
  expect(await readFile(words, 'utf8')).toBe('work\nsandbox\n');
  expect((await stat(words)).mode & 0o777).toBe(0o600);
});
