import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { registerListener } from '../../src/sandbox/control/listener-client.ts';
import { openListeners } from '../../src/sandbox/control/listener-registry.ts';
import type { SandboxControl } from '../../src/sandbox/index.ts';
import { keepRegistered } from '../../src/sandbox/index.ts';
import { openParts } from '../../src/sandbox/open-parts.ts';
import { openSandboxDatabase, runService } from '../../src/sandbox/run-service.ts';
import { openServiceKeys } from '../../src/sandbox/saved-state.ts';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import { serveHttp } from '../support/network/http-server.ts';
import { startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const world = await startTestSandbox();
afterAll(world.close);

const urls = async (control: SandboxControl) =>
  (await control.listWebhooks()).map(({ url }) => url);

const marks = async (dataDir: string): Promise<unknown[]> =>
  JSON.parse(await readFile(join(dataDir, 'listeners.json'), 'utf8'));

/** Registers until the test ends. */
async function keep(dataDir: string, url: string) {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const options = { signal: end.signal, onLost: () => undefined, onBack: () => undefined };
  return await keepRegistered(dataDir, { url }, options);
}

test('a delivery is pending until its first attempt ends, whatever the outcome', async () => {
  const waiting: ServerResponse[] = [];
  const { baseUrl } = await serveHttp((_, response) => waiting.push(response));
  const { registered, hasPending } = await keep(world.sandbox.dataDir, `${baseUrl}/slow`);
  expect(await hasPending()).toBe(false);
  const tested = world.control.testWebhook({
    endpointId: registered.endpointId,
    event: 'signer.signed',
  });
  await expect.poll(() => waiting.length).toBe(1);
  expect(await hasPending()).toBe(true);
  waiting[0]?.writeHead(500).end();
  expect(await tested).toMatchObject({ lastTry: { status: 500 } });
  expect(await hasPending()).toBe(false);
});

test.each(['', 'no address', 'ftp://127.0.0.1/'])(
  '%j is not a valid URL for a listener',
  async (url) => {
    const registering = registerListener(world.sandbox.dataDir, { url });
    await expect(registering).rejects.toMatchObject({ code: 'invalid_request' });
  },
);

test('without a sandbox nothing is registered', async () => {
  const registering = registerListener(await makeTestFolder(), { url: 'http://127.0.0.1:9/' });
  await expect(registering).rejects.toMatchObject({ name: 'SandboxNotRunning' });
});

/** A service with a registry, as in a sandbox. */
async function openRegistry(dataDir: string, graceMs: number) {
  const keys = await openServiceKeys(dataDir);
  const parts = await openParts(dataDir, keys);
  const plan = {
    host: '127.0.0.1',
    port: 0,
    version: '0.1.0',
    action: 'http://127.0.0.1:9/sign',
    credits: 1,
    webhooks: [],
  };
  const runner = await runService(parts, plan, openSandboxDatabase(dataDir, keys));
  const listeners = await openListeners(parts, runner, graceMs);
  const { admin } = runner.service();
  const accountId = runner.accountId();
  const close = async () => {
    await listeners.close();
    await runner.close();
  };
  const listed = async () => (await admin.listEndpoints(accountId)).map(({ url }) => url);
  const add = (url: string) => admin.addEndpoint({ accountId, url });
  return { listed, add, listeners, close };
}

test('an abandoned endpoint is removed, even when it is unknown whether it was added', async () => {
  const dataDir = await makeTestFolder();
  const first = await openRegistry(dataDir, 60_000);
  const urlsOfFirst = ['http://127.0.0.1:9/one', 'http://127.0.0.1:9/two'];
  for (const url of urlsOfFirst) await first.listeners.register({ url });
  await first.add('http://127.0.0.1:9/stays');
  await first.close();
  const [one, two] = (await marks(dataDir)) as Record<string, unknown>[];
  const cutOff = [{ ...one, endpointId: null }, two, { ...two, url: 'x', endpointId: null }];
  await writeFile(join(dataDir, 'listeners.json'), JSON.stringify(cutOff));
  const second = await openRegistry(dataDir, 100);
  onTestFinished(second.close);
  expect(await second.listed()).toHaveLength(3);
  await expect.poll(second.listed).toEqual(['http://127.0.0.1:9/stays']);
  await expect.poll(() => marks(dataDir)).toEqual([]);
});

test('a new listener replaces one at the same URL that a crash left behind', async () => {
  const dataDir = await makeTestFolder();
  const url = 'http://127.0.0.1:9/again';
  const first = await openRegistry(dataDir, 60_000);
  const { registered: before } = await first.listeners.register({ url });
  await first.close();
  const second = await openRegistry(dataDir, 60_000);
  onTestFinished(second.close);
  const { registered: after } = await second.listeners.register({ url });
  expect(after.secret).not.toBe(before.secret);
  expect(await second.listed()).toEqual([url]);
});

test('a reset keeps listeners and their secrets', async () => {
  const url = 'http://127.0.0.1:9/reset';
  const { registered } = await keep(world.sandbox.dataDir, url);
  const find = async () => (await world.control.listWebhooks()).find((one) => one.url === url);
  const before = await find();
  await world.control.reset();
  expect(await urls(world.control)).toEqual([url]);
  const after = await find();
  expect(after?.secret).toBe(before?.secret);
  expect(after?.endpointId).not.toBe(registered.endpointId);
});
