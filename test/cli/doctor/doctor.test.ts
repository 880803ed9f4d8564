import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import Doctor from '../../../commands/doctor.ts';
import { isNodeRecent } from '../../../src/cli/doctor/diagnose.ts';
import type { Diagnosis } from '../../../src/cli/doctor/diagnosis.ts';
import { certificateCheck, clockCheck } from '../../../src/cli/doctor/service-checks.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';
import { startTlsServer } from '../../support/network/tls-server.ts';

const KEY = 'sk_live_3f9c1e5a7b2d4f60';

async function examine(env: Record<string, string>) {
  const text = await runCommand(Doctor, [], env);
  const { code, stdout, stderr } = await runCommand(Doctor, ['--json'], env);
  const found: Diagnosis = JSON.parse(stdout);
  expect({ text: text.code, stderr, ended: found.exitCode }).toEqual({
    text: code,
    stderr: '',
    ended: code,
  });
  const states = Object.fromEntries(found.checks.map(({ name, state }) => [name, state]));
  return { code, states, found, said: `${text.stdout}${stdout}` };
}

const serviceOf = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  serveHttp((_, response) => answerJson(response, status, body, headers));

test('where all is well, every check passes, and the key is not shown', async () => {
  const { baseUrl, received } = await serviceOf(200, { documents: [], limit: 1, offset: 0 });
  const { code, states, said } = await examine({ ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY });
  expect({ code, requests: received.length }).toEqual({ code: 0, requests: 2 });
  expect(states).toMatchObject({ key: 'ok', service: 'ok', access: 'ok', clock: 'ok' });
  expect(states).toMatchObject({ subscription: 'ok', credits: 'unknown', webhooks: 'unknown' });
  expect(said).not.toContain(KEY.slice(-4));
});

const REFUSALS = [
  [401, 'unauthorized', 4, { service: 'ok', access: 'failed', subscription: 'unknown' }],
  [403, 'api_access_not_enabled', 4, { service: 'ok', access: 'ok', subscription: 'failed' }],
  [500, 'internal', 9, { service: 'failed', access: 'unknown' }],
] as const;

test.each(REFUSALS)('a service that answers %i %s ends with %i', async (...row) => {
  const [status, error, exit, expected] = row;
  const { baseUrl } = await serviceOf(status, { error, message: 'No.' });
  const { code, states } = await examine({ ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY });
  expect(code).toBe(exit);
  expect(states).toMatchObject(expected);
});

test('a key of the environment that is refused is to be unset', async () => {
  const { baseUrl } = await serviceOf(401, { error: 'unauthorized', message: 'No.' });
  const { found } = await examine({ ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY });
  expect(found.checks.find(({ name }) => name === 'access')?.next).toBe('unset ESIGN_API_KEY');
});

test('a clock that is wrong is a warning', async () => {
  const date = new Date(Date.now() + 600_000).toUTCString();
  const { baseUrl } = await serviceOf(200, { documents: [], limit: 1, offset: 0 }, { date });
  const { code, states } = await examine({ ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY });
  expect({ code, clock: states.clock }).toEqual({ code: 0, clock: 'warning' });
});

test('without a key nothing is sent, and the exit code is 4', async () => {
  const { baseUrl, received } = await serviceOf(200, {});
  const { code, states } = await examine({ ESIGN_BASE_URL: baseUrl });
  expect({ code, key: states.key, requests: received.length }).toEqual({
    code: 4,
    key: 'failed',
    requests: 0,
  });
});

const SETTINGS: ReadonlyArray<readonly [what: string, env: Record<string, string>]> = [
  ['a profile that there is not', { ESIGN_PROFILE: 'none' }],
  ['an address that is none', { ESIGN_BASE_URL: 'ftp://asha:pw1234@example.in' }],
  ['a key that would go out unencrypted', { ESIGN_BASE_URL: 'http://example.in' }],
];

test.each(SETTINGS)('%s ends with 2', async (_, env) => {
  const { code, said } = await examine({ ESIGN_API_KEY: KEY, ...env });
  expect(code).toBe(2);
  expect(said).not.toContain('pw1234');
});

test('settings that cannot be read end with 2, those that others can read are a warning', async () => {
  const folder = await makeTestFolder();
  const path = join(folder, 'config.json');
  await writeFile(path, '{');
  const env = { ESIGN_CONFIG_DIR: folder, ESIGN_API_KEY: KEY };
  expect((await examine(env)).code).toBe(2);
  const { baseUrl } = await serviceOf(200, { documents: [], limit: 1, offset: 0 });
  const profiles = { work: { baseUrl, apiKey: KEY } };
  await writeFile(path, JSON.stringify({ current: 'work', profiles }));
  await chmod(path, 0o644);
  const { code, states, found } = await examine({ ESIGN_CONFIG_DIR: folder });
  expect({ code, settings: states.settings }).toEqual({ code: 0, settings: 'warning' });
  expect(found.checks.find(({ name }) => name === 'settings')?.next).toMatch(/^chmod 600 /);
});

test('a certificate of an unknown authority ends with 9', async () => {
  const { url } = await startTlsServer();
  const { code, states } = await examine({ ESIGN_BASE_URL: url, ESIGN_API_KEY: KEY });
  expect(code).toBe(9);
  expect(states).toMatchObject({ DNS: 'ok', TLS: 'failed', service: 'failed' });
});

test('a host that is not found ends with 9', async () => {
  const env = { ESIGN_BASE_URL: 'https://no-such-host.invalid', ESIGN_API_KEY: KEY };
  const { code, states } = await examine(env);
  expect(code).toBe(9);
  expect(states).toMatchObject({ DNS: 'failed', TLS: 'failed', service: 'failed' });
});

test('behind a proxy, look-up and handshake are left to it, and its password is not shown', async () => {
  const { code, states, said } = await examine({
    ESIGN_BASE_URL: 'https://esign.example.com',
    ESIGN_API_KEY: KEY,
    HTTPS_PROXY: 'http://asha:pw1234@127.0.0.1:9',
  });
  expect(code).toBe(9);
  expect(states).toMatchObject({ proxy: 'ok', DNS: 'unknown', TLS: 'unknown', service: 'failed' });
  expect(said).not.toContain('pw1234');
});

const NODES = [
  ['20.18.3', false],
  ['20.19.0', true],
  ['18.20.0', false],
  ['22.0.0', true],
] as const;

test.each(NODES)('Node %s is recent enough: %s', (version, is) => {
  expect(isNodeRecent(version)).toBe(is);
});

test('a certificate that ends soon is a warning, as is a clock that is off', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(certificateCheck('TLSv1.3', new Date(now + 13 * 86_400_000), now).state).toBe('warning');
  expect(certificateCheck('TLSv1.3', new Date(now + 15 * 86_400_000), now).state).toBe('ok');
  expect([0, 59_000, -59_000].map((ms) => clockCheck(ms).state)).toEqual(['ok', 'ok', 'ok']);
  expect(clockCheck(-600_000).about).toBe('this machine is 10 min ahead of the service');
  expect(clockCheck(600_000).about).toBe('this machine is 10 min behind the service');
  expect(clockCheck(undefined).state).toBe('unknown');
  expect(clockCheck(3 * 86_400_000, true)).toMatchObject({
    state: 'ok',
    about: expect.stringMatching(/^the sandbox's clock was advanced, by 72 h/),
  });
  expect(clockCheck(-600_000, true).state).toBe('warning');
});
