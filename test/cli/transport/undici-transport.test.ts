import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { UndiciTransport } from '../../../src/cli/transport/undici-transport.ts';
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
import {
  verifyTransportFaults,
  verifyUnknownFaults,
} from '../../support/client/verify-transport-faults.ts';
import type { ConnectProxy, ProxyManner } from '../../support/network/connect-proxy.ts';
import { startConnectProxy } from '../../support/network/connect-proxy.ts';
import { reply, startScript } from '../../support/network/scripted-tcp.ts';
import { startTlsServer } from '../../support/network/tls-server.ts';

const IMPATIENT = { ...PATIENT, connectMs: 300 };

const through =
  (proxy: string, except = ''): MakeTransport =>
  (options) =>
    new UndiciTransport({ ...options, proxies: { http: proxy, https: proxy, except } });

async function aProxy(manner: ProxyManner): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(manner);
  onTestFinished(() => proxy.close());
  return proxy;
}

describe('directly', () => {
  verifyTransport((options) => new UndiciTransport(options));
  verifyTransportFaults((options) => new UndiciTransport(options));
});

describe('over a pool of two connections', () => {
  verifyTransport((options) => new UndiciTransport({ ...options, connections: 2 }));
});

describe('through a proxy', () => {
  let proxy: ConnectProxy;
  beforeAll(async () => {
    proxy = await startConnectProxy();
  });
  afterAll(() => proxy.close());
  verifyTransport((options) => through(proxy.url)(options));
  verifyUnknownFaults((options) => through(proxy.url)(options));
});

test('a proxy is asked for a tunnel to the service, and sees neither path nor key', async () => {
  const { url, asked } = await aProxy('tunnel');
  const { baseUrl, requests } = await startScript(reply(200, 'ok'));
  const request = requestTo(`${baseUrl}/x`, { headers: { authorization: 'Bearer k' } });
  expect(await textOf(await opened(through(url)).send(request))).toBe('ok');
  expect([asked, requests.length]).toEqual([[new URL(baseUrl).host], 1]);
});

test('a host that is excepted is reached without the proxy', async () => {
  const { url, asked } = await aProxy('tunnel');
  const { baseUrl } = await startScript(reply(200, 'ok'));
  const transport = opened(through(url, 'example.com,127.0.0.1'));
  expect(await textOf(await transport.send(requestTo(baseUrl)))).toBe('ok');
  expect(asked).toEqual([]);
});

test.each([
  ['refuses', async () => (await aProxy('refuse')).url, { phase: 'proxy' }, PATIENT],
  ['is down', refusedUrl, { phase: 'proxy' }, PATIENT],
  ['has no address', async () => 'http://no-such-proxy.invalid:3128', { phase: 'proxy' }, PATIENT],
  ['says nothing', async () => (await aProxy('silent')).url, { limit: 'connect' }, IMPATIENT],
])('a proxy that %s proves that nothing was sent', async (_, proxy, expected, limits) => {
  const { baseUrl, requests } = await startScript(reply(200, 'ok'));
  const failure = await failureIn(through(await proxy()), requestTo(baseUrl, { limits }));
  expect(failure).toMatchObject({ opened: false, ...expected });
  expect(requests).toEqual([]);
});

test('a service that the proxy cannot reach was sent nothing', async () => {
  const { url } = await aProxy('tunnel');
  const failure = await failureIn(through(url), requestTo(await refusedUrl()));
  expect(failure).toMatchObject({ opened: false, phase: 'proxy' });
});

test('an untrusted certificate is refused behind a proxy too', async () => {
  const { url } = await aProxy('tunnel');
  const failure = await failureIn(through(url), requestTo((await startTlsServer()).url));
  expect(failure).toMatchObject({ opened: false, phase: 'tls' });
});

test('an invalid proxy address is refused', () => {
  expect(() => through('not an address')()).toThrow(TypeError);
});
