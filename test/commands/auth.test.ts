import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import AuthLogin from '../../commands/auth/login.ts';
import AuthLogout from '../../commands/auth/logout.ts';
import AuthStatus from '../../commands/auth/status.ts';
import ProfileList from '../../commands/profile/list.ts';
import ProfileRemove from '../../commands/profile/remove.ts';
import ProfileSet from '../../commands/profile/set.ts';
import ProfileUse from '../../commands/profile/use.ts';
import { runCommand, withStdin } from '../support/cli/run-command.ts';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import { answerJson, serveHttp } from '../support/network/http-server.ts';

const KEY = 'sk_live_0123456789abcdef';

const settingsIn = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));

async function login(status: number, body: unknown) {
  const { baseUrl } = await serveHttp((_, response) => answerJson(response, status, body));
  const folder = join(await makeTestFolder(), 'new');
  const argv = ['--base-url', baseUrl, '--with-key', '--json'];
  const env = { ESIGN_CONFIG_DIR: folder };
  const end = await withStdin(`${KEY}\n`, () => runCommand(AuthLogin, argv, env));
  return { end, folder, baseUrl };
}

test('a key that the service accepts is kept, masked in the answer, readable by its owner only', async () => {
  const { end, folder, baseUrl } = await login(200, { documents: [], limit: 1, offset: 0 });
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(end.stdout).not.toContain(KEY);
  expect(JSON.parse(end.stdout)).toMatchObject({ name: 'default', mode: 'live', current: true });
  expect(await settingsIn(folder)).toEqual({
    current: 'default',
    profiles: { default: { baseUrl, apiKey: KEY } },
  });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'config.json'))).mode & 0o777).toBe(0o600);
});

test('a key that the service refuses is not kept', async () => {
  const { end, folder, baseUrl } = await login(401, { error: 'unauthorized', message: 'No.' });
  expect(end).toMatchObject({ code: 4, stdout: '' });
  const argv = ['--base-url', baseUrl, '--with-key'];
  const text = await withStdin(KEY, () => runCommand(AuthLogin, argv));
  expect(text.stderr).toContain('Nothing was saved; --debug shows the request that was tried.');
  await expect(settingsIn(folder)).rejects.toThrow('ENOENT');
});

test('a login is refused while ESIGN_API_KEY is set, and without a terminal', async () => {
  const set = await runCommand(AuthLogin, ['--json'], { ESIGN_API_KEY: KEY });
  expect(JSON.parse(set.stderr).error).toMatchObject({ code: 'key_in_environment', exitCode: 2 });
  const argv = ['--base-url', 'https://esign.example.com', '--json'];
  const unasked = await runCommand(AuthLogin, argv);
  expect(JSON.parse(unasked.stderr).error).toMatchObject({ code: 'input_needed', exitCode: 2 });
});

async function aStore(): Promise<string> {
  const profiles = {
    live: { baseUrl: 'https://esign.example.com', apiKey: KEY },
    test: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'sk_test_0123456789abcdef' },
  };
  return makeTestFolder({ 'config.json': JSON.stringify({ current: 'live', profiles }) });
}

test('the status shows the key masked and where it comes from; without a key it ends with 4', async () => {
  const env = { ESIGN_CONFIG_DIR: await aStore() };
  const { code, stdout } = await runCommand(AuthStatus, ['--json'], env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    profile: 'live',
    apiKey: 'sk_live_…cdef',
    keySource: 'profile',
    mode: 'live',
  });
  expect(stdout).not.toContain(KEY);
  expect((await runCommand(AuthStatus, ['--json'])).code).toBe(4);
  const both = await runCommand(AuthStatus, [], { ...env, ESIGN_API_KEY: 'sk_live_another' });
  expect(both.stdout).toContain('from ESIGN_API_KEY, which overrides the key of the profile');
});

test('profiles are listed masked, changed between, logged out of and removed', async () => {
  const ESIGN_CONFIG_DIR = await aStore();
  const env = { ESIGN_CONFIG_DIR };
  const list = await runCommand(ProfileList, ['--json'], env);
  expect(list.stdout).not.toContain(KEY);
  expect(JSON.parse(list.stdout).profiles.map(({ name }: { name: string }) => name)).toEqual([
    'live',
    'test',
  ]);
  expect((await runCommand(ProfileUse, ['test'], env)).code).toBe(0);
  expect((await runCommand(AuthLogout, [], env)).code).toBe(0);
  expect((await runCommand(ProfileRemove, ['live'], env)).code).toBe(0);
  expect(await settingsIn(ESIGN_CONFIG_DIR)).toEqual({
    current: 'test',
    profiles: { test: { baseUrl: 'http://127.0.0.1:4010' } },
  });
  expect((await runCommand(ProfileUse, ['live'], env)).code).toBe(2);
});

test('a profile may have the name of a property of every object', async () => {
  const env = { ESIGN_CONFIG_DIR: await aStore() };
  const url = 'https://staging.example.com';
  const set = await runCommand(ProfileSet, ['constructor', '--base-url', url, '--json'], env);
  expect(set).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(set.stdout)).toMatchObject({ name: 'constructor', baseUrl: url });
  expect((await runCommand(ProfileSet, ['valueOf', '--json'], env)).stderr).toContain(
    'does not exist yet',
  );
});
