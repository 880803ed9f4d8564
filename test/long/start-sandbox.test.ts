import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  openControl,
  PortInUse,
  SandboxNotRunning,
  SandboxRefused,
} from '../../src/sandbox/index.ts';
import { serveTcp } from '../support/network/local-tcp.ts';
import { listenOnLoopback } from '../support/network/loopback.ts';
import { callApi, sendTo, startTestSandbox } from '../support/sandbox/a-sandbox.ts';
import { aFolder } from '../support/service/an-authority.ts';

async function open(options: Parameters<typeof startTestSandbox>[0] = {}) {
  const world = await startTestSandbox(options);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await world.close();
  };
  onTestFinished(close);
  return { ...world, close };
}

const HOOKS = ['http://127.0.0.1:9/a'];
const log = new PassThrough();
/** Only the last test disturbs it. */
const world = await startTestSandbox({ webhooks: HOOKS, log });
afterAll(world.close);

const sentState = async ({ sandbox }: Pick<typeof world, 'sandbox'>) => {
  const documentId = await sendTo(sandbox, ['Asha Rao']);
  return (await callApi(sandbox, `/${documentId}`)).content.status;
};

test('where a sandbox ran is gone once it stopped; a restart keeps the key, the secret, the documents, the mails and the clock', async () => {
  const dataDir = await aFolder();
  const first = await open({ dataDir, webhooks: ['http://127.0.0.1:9/a'] });
  const documentId = await sendTo(first.sandbox, ['Asha Rao']);
  await first.control.advanceClock({ ms: 3600_000 });
  await first.close();
  await expect(first.control.inbox()).rejects.toThrow(SandboxNotRunning);
  await expect(openControl(dataDir)).rejects.toThrow('esign sandbox start');

  const webhooks = ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'];
  const second = await open({ dataDir, webhooks });
  const { apiKey, webhookSecret } = first.sandbox;
  expect(second.sandbox).toMatchObject({ apiKey, webhookSecret, dataDir });
  expect((await second.control.sign({ documentId })).signers).toHaveLength(1);
  const signedAt = new Date((await callApi(second.sandbox, `/${documentId}`)).content.completedAt);
  expect(signedAt.getTime() - Date.now()).toBeGreaterThan(3500_000);
  const listed = await second.control.listWebhooks();
  expect(listed.map(({ url }) => url).sort()).toEqual(webhooks);
});

test('a taken port is reported, and nothing is left running', async () => {
  const { port } = await serveTcp(() => undefined);
  const dataDir = await aFolder();
  const starting = startTestSandbox({ dataDir, port });
  await expect(starting).rejects.toThrow(PortInUse);
  await expect(starting).rejects.toThrow(`Port ${port}`);
  await open({ dataDir });
});

test('a webhook without an http URL is refused before anything is created', async () => {
  const dataDir = join(await aFolder(), 'new');
  const starting = startTestSandbox({ dataDir, webhooks: ['127.0.0.1:3000'] });
  await expect(starting).rejects.toThrow(SandboxRefused);
  expect(existsSync(dataDir)).toBe(false);
});

test.each(['nowhere.invalid', '203.0.113.5'])('%s is not a host to listen on', async (host) => {
  const starting = startTestSandbox({ dataDir: await aFolder(), host });
  await expect(starting).rejects.toMatchObject({
    code: 'invalid_request',
    message: `${host} is not an address of this machine.`,
  });
});

test.each(['file', 'file/below'])('data cannot lie in %s', async (name) => {
  const folder = await aFolder();
  await writeFile(join(folder, 'file'), '');
  const dataDir = join(folder, name);
  await expect(startTestSandbox({ dataDir })).rejects.toMatchObject({
    code: 'invalid_request',
    message: `${dataDir} is not a folder. Choose another one for the data.`,
  });
});

test('a failure of the service logs its request id, and no key', async () => {
  const { sandbox } = world;
  const documentId = await sendTo(sandbox, ['Asha Rao']);
  const url = `${sandbox.baseUrl}/api/v1/documents/${documentId}`;
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const { signers } = (await callApi(sandbox, `/${documentId}`)).content;
  const files = join(sandbox.dataDir, 'files');
  await rename(files, `${files}-away`);
  const body = new URLSearchParams({ consent: 'yes', read: 'declared' });
  const answer = await fetch(signers[0].signUrl, { method: 'POST', body, headers });
  expect(answer.status).toBe(500);
  await rename(`${files}-away`, files);
  expect((await fetch(url, { headers })).status).toBe(200);
  const [line, ...more] = String(log.read()).trim().split('\n');
  expect(more).toEqual([]);
  expect(JSON.parse(line ?? '')).toMatchObject({
    requestId: answer.headers.get('x-request-id'),
    msg: 'request failed',
  });
  expect(line).not.toMatch(/sk_test_\w|\/sign\/\w/);
});

test('the run info is private to the owner', async () => {
  const { baseUrl, dataDir } = world.sandbox;
  const file = join(dataDir, 'sandbox.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { token, ...where } = JSON.parse(await readFile(file, 'utf8'));
  expect(token).toMatch(/^[\w-]{43}$/);
  const controlUrl = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(where).toEqual({ pid: process.pid, baseUrl, controlUrl });
});

test('a killed sandbox is not reported as running', async () => {
  const dataDir = await aFolder();
  const server = createServer((_request, response) => response.end('hello'));
  const { url, close } = await listenOnLoopback(server);
  const where = { pid: 1, baseUrl: 'http://127.0.0.1:1', token: 't' };
  const pretend = async (controlUrl: string) => {
    await writeFile(join(dataDir, 'sandbox.json'), JSON.stringify({ ...where, controlUrl }));
    return await openControl(dataDir);
  };
  const taken = await pretend(url);
  await expect(taken.inbox()).rejects.toThrow(SandboxNotRunning);
  await close();
  await expect(taken.inbox()).rejects.toThrow(SandboxNotRunning);
});

test('an interrupted first start begins again', async () => {
  const dataDir = await aFolder();
  const { sandbox, close } = await open({ dataDir });
  await close();
  await rm(join(dataDir, 'accounts.json'));
  const again = await open({ dataDir });
  expect(again.sandbox.apiKey).toBe(sandbox.apiKey);
  expect(await sentState(again)).toBe('SENT');
});

test('reset deletes everything but the key and the address', async () => {
  const { sandbox, control } = world;
  const documentId = await sendTo(sandbox, ['Asha Rao']);
  await control.sign({ documentId });
  await control.addWebhook({ url: 'http://127.0.0.1:9/b' });
  await control.advanceClock({ ms: 3600_000 });
  await control.reset();

  expect((await callApi(sandbox, `/${documentId}`)).status).toBe(404);
  expect((await callApi(sandbox, '')).content.documents).toEqual([]);
  expect(await control.inbox()).toEqual([]);
  expect((await control.listWebhooks()).map(({ url }) => url)).toEqual(HOOKS);
  const { now } = await control.advanceClock({ ms: 1 });
  expect(new Date(now).getTime() - Date.now()).toBeLessThan(3600_000);
  expect(await sentState(world)).toBe('SENT');
});
