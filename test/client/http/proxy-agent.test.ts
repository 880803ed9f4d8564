import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ConnectionError,
  InvalidArgumentError,
  NodeTransport,
  proxyAgent,
} from '../../../src/client/index.ts';
import { aClient, failureOf } from '../../support/client/a-client.ts';
import type { MakeTransport } from '../../support/client/transport-world.ts';
import {
  failureIn,
  opened,
  PATIENT,
  refusedUrl,
  requestTo,
  textOf,
} from '../../support/client/transport-world.ts';
import { verifyTransport } from '../../support/client/verify-transport.ts';
import { verifyUnknownFaults } from '../../support/client/verify-transport-faults.ts';
import type { ConnectProxy, ProxyManner } from '../../support/network/connect-proxy.ts';
import { startConnectProxy } from '../../support/network/connect-proxy.ts';
import { reply, startScript } from '../../support/network/scripted-tcp.ts';
import { startTlsServer } from '../../support/network/tls-server.ts';

const through =
  (proxy?: string): MakeTransport =>
  (options) =>
    new NodeTransport({ ...options, agent: proxyAgent(proxy) });

async function aProxy(manner: ProxyManner): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(manner);
  onTestFinished(() => proxy.close());
  return proxy;
}

describe('through a proxy', () => {
  let proxy: ConnectProxy;
  beforeAll(async () => {
    proxy = await startConnectProxy();
  });
  afterAll(() => proxy.close());
  verifyTransport((options) => through(proxy.url)(options));
  verifyUnknownFaults((options) => through(proxy.url)(options));
});

test.each([
  ['refuses', async () => (await aProxy('refuse')).url, { phase: 'proxy' }, PATIENT],
  ['is down', refusedUrl, { phase: 'proxy' }, PATIENT],
  ['has no address', async () => 'http://no-such-proxy.invalid:3128', { phase: 'proxy' }, PATIENT],
  [
    'says nothing',
    async () => (await aProxy('silent')).url,
    { limit: 'connect' },
    { ...PATIENT, connectMs: 300 },
  ],
])('a proxy that %s proves that nothing was sent', async (_, proxy, expected, limits) => {
  const { baseUrl, requests } = await startScript(reply(200, 'ok'));
  const startedAt = performance.now();
  const failure = await failureIn(through(await proxy()), requestTo(baseUrl, { limits }));
  expect(failure).toMatchObject({ opened: false, ...expected });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(requests).toEqual([]);
});

test('an untrusted certificate behind a proxy proves that nothing was sent', async () => {
  const { url } = await aProxy('tunnel');
  const failure = await failureIn(through(url), requestTo((await startTlsServer()).url));
  expect(failure).toMatchObject({ opened: false, phase: 'tls' });
});

test('an error names the proxy and its answer, and neither user nor password', async () => {
  const { url } = await aProxy('refuse');
  const { host } = new URL(url);
  const transport = through(`http://asha:s3cret@${host}`)();
  const { client } = aClient('http://127.0.0.1:9', { transport, maxRetries: 0 });
  const error = await failureOf(client.documents.page(), ConnectionError);
  expect(error).toMatchObject({ phase: 'proxy', opened: false });
  expect(error.message).toBe(`127.0.0.1:9: the proxy ${host} answered 407 No`);
  expect(JSON.stringify(error)).not.toMatch(/asha|s3cret/);
});

test.each([
  [{ HTTP_PROXY: '' }, 'http://esign.example.com/', false],
  [{}, 'http://esign.example.com/', true],
  [{}, 'http://localhost.example.com:81/', true],
  [{ NO_PROXY: 'a.example, .example.com' }, 'http://esign.example.com/', false],
  [{ no_proxy: 'esign.example.com:81' }, 'http://esign.example.com:81/', false],
  [{ no_proxy: 'esign.example.com:81' }, 'http://esign.example.com/', true],
  [{ NO_PROXY: '*' }, 'http://esign.example.com/', false],
  [{ NO_PROXY: 'example.org,ample.com' }, 'http://esign.example.com/', true],
])('with %j, %s is asked of the proxy: %j', async (variables, url, isAsked) => {
  const proxy = await aProxy('refuse');
  vi.stubEnv('HTTP_PROXY', new URL(proxy.url).host);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const limits = { ...PATIENT, connectMs: 1_000 };
  const failure = await failureIn(through(), requestTo(url, { limits }));
  expect([failure.phase === 'proxy', proxy.asked.length > 0]).toEqual([isAsked, isAsked]);
});

test('this machine is reached without the proxy of the environment', async () => {
  vi.stubEnv('HTTP_PROXY', await refusedUrl());
  onTestFinished(() => void vi.unstubAllEnvs());
  const { baseUrl } = await startScript(reply(200, 'ok'));
  expect(await textOf(await opened(through()).send(requestTo(baseUrl)))).toBe('ok');
});

test.each(['ftp://127.0.0.1', 'socks5://127.0.0.1', '::'])('%s is no proxy', (address) => {
  expect(() => proxyAgent(address)).toThrow(InvalidArgumentError);
});

test('an agent that hands out connected sockets is not taken for a proof', async () => {
  const { baseUrl } = await startScript((socket) => socket.destroy());
  const direct = new NodeTransport({ agent: proxyAgent((await aProxy('tunnel')).url) });
  onTestFinished(() => direct.close());
  const read = async () => textOf(await direct.send(requestTo(baseUrl)));
  await expect(read()).rejects.toMatchObject({ opened: true, phase: 'sent' });
  const agents: unknown[] = [];
  const agent = ({ keepAlive }: { readonly keepAlive: boolean }) => {
    agents.push(keepAlive);
    return new Agent({ keepAlive });
  };
  const own = new NodeTransport({ agent });
  await expect(own.send(requestTo(await refusedUrl()))).rejects.toMatchObject({ opened: false });
  expect(agents).toEqual([false]);
});
