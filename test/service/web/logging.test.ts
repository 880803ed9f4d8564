import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, maskSecrets } from '../../../src/service/web/app.ts';
import {
  ASHA,
  apiUser,
  bringBack,
  documentPath,
  giveConsent,
  openApi,
  requestIn,
  signBy,
} from '../../support/service/call-service.ts';
import { openService } from '../../support/service/open-service.ts';

test('the log of a whole flow holds no key, no link, no token and nobody’s data', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const { app, log } = service;
  const user = apiUser(service, await service.account());
  const { documentId, links } = await user.send(ASHA);
  const [link = ''] = links;
  await app.inject(link);
  await app.inject(`${link}/state`);
  await app.inject(`${link}/nothing-here`);
  await app.inject({ method: 'DELETE', url: link });
  const request = requestIn(await giveConsent(service, link));
  await bringBack(service, { msg: service.authority.refuse(request) });
  await bringBack(service, { msg: 'forged' });
  await signBy(service, link);
  const download = new URL(String((await user.document(documentId)).downloadUrl)).pathname;
  await app.inject(download);
  await app.inject(`${download}x`);
  await user.get(documentPath(documentId, '/certificate'));
  await user.get(`/api/v1/${user.account.apiKey}?key=${user.account.apiKey}`);
  app.log.info({ err: new Error(`GET ${link} with ${user.account.apiKey}`), token: link }, link);
  app.log.info({ signUrl: link, headers: user.account.headers }, `Bearer ${user.account.apiKey}`);

  const all = log.join('');
  const token = link.slice('/sign/'.length);
  const secrets = {
    key: user.account.apiKey,
    'signing token': token,
    'mac of the signing token': token.split('.')[1],
    'download token': download.slice('/download/'.length),
    email: ASHA.email,
    phone: ASHA.phone,
    name: ASHA.name,
    request,
  };
  for (const [what, secret] of Object.entries(secrets)) {
    expect([what, all.includes(String(secret))]).toEqual([what, false]);
  }
  expect(log.length).toBeGreaterThan(15);
});

test('each request logs one line: its id, method, route, status, time, account and document', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const user = apiUser(service, await service.account());
  const documentId = await user.create();
  service.log.length = 0;
  const answer = await user.get(documentPath(documentId));
  expect(service.log).toHaveLength(1);
  expect(JSON.parse(service.log[0] ?? '')).toEqual({
    level: 30,
    time: expect.any(Number),
    requestId: answer.headers['x-request-id'],
    method: 'GET',
    route: '/api/v1/documents/:documentId',
    accountId: user.account.accountId,
    documentId,
    ip: '127.0.0.1',
    status: 200,
    ms: expect.any(Number),
    msg: 'request',
  });
});

test('the upload and the pages of a signer are logged with their account and document', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const user = apiUser(service, await service.account());
  const { accountId } = user.account;
  const { documentId, links } = await user.send(ASHA);
  const [link = ''] = links;
  for (const url of [link, `${link}/state`, `${link}/document.pdf`, `${link}x`])
    await service.app.inject(url);
  await signBy(service, link);
  const told = service.log.map((line) => JSON.parse(line));
  const about = (route: string) =>
    told.filter((line) => line.route === route).map((line) => [line.accountId, line.documentId]);
  const known = [accountId, documentId];
  expect(about('/api/v1/documents')).toEqual([known]);
  expect(about('/sign/:token').slice(0, 2)).toEqual([known, [undefined, undefined]]);
  expect(about('/gateway/return')[0]).toEqual(known);
  expect(about('/sign/:token/state')).toEqual([known]);
  expect(about('/sign/:token/document.pdf')).toEqual([known]);
});

test('at the usual level, health checks have no line and other requests do', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  service.log.length = 0;
  for (const url of ['/livez', '/healthz', '/readyz', '/openapi.json'])
    await service.app.inject(url);
  const lines = service.log.map((line) => JSON.parse(line));
  expect(lines.map(({ route, level }) => [route, level])).toEqual([
    ['/livez', 20],
    ['/healthz', 20],
    ['/readyz', 20],
    ['/openapi.json', 30],
  ]);
});

test('a client that goes away within its request is no garbled request', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const { hostname, port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  const told = async (sent: string, end: (client: Socket) => void) => {
    service.log.length = 0;
    const client = connect(Number(port), hostname);
    client.on('error', () => undefined);
    client.write(sent, () => end(client));
    await vi.waitUntil(() => service.log.length > 0);
    const { level, msg } = JSON.parse(service.log[0] ?? '{}');
    return [level, msg];
  };
  const post = 'POST /gateway/return HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na=';
  for (const sent of ['GET / HTTP/1.1\r\nHos', post]) {
    expect(await told(sent, (client) => client.destroy())).toEqual([20, 'client went away']);
  }
  expect(await told('no HTTP\r\n\r\n', () => undefined)).toEqual([30, 'garbled request']);
});

test.each([
  ['an API key', '"key":"sk_test_4q1m8v0d2k7x"', '"key":"sk_test_…"'],
  ['a live API key', 'sk_live_ab-cd_ef failed', 'sk_live_… failed'],
  ['a webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8I', 'whsec_…'],
  ['a credential', 'authorization: Bearer abc.def', 'authorization: Bearer …'],
  ['a signing link', 'GET http://x.example/sign/c2du.kX-_3 404', 'GET http://x.example/sign/… 404'],
  ['a path below a signing link', '"/sign/c2du.kX3/state"', '"/sign/…/state"'],
  ['a download link', '/download/YWJj.ZGVm?x=1', '/download/…?x=1'],
])('%s is masked in a log line', (_what, line, masked) => {
  expect(maskSecrets(line)).toBe(masked);
});

test('a line without secrets is unchanged', () => {
  const line = '{"route":"/sign/:token","requestId":"req_1","documentId":"5f0c1d5e"}';
  expect(maskSecrets(line)).toBe(line);
});

const { service: traced } = await openApi();
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const PROXY = ['127.0.0.0/8'];

test.each([
  ['a trusted proxy’s', `00-${TRACE}-${PARENT}-01`, PROXY, TRACE],
  ['a later version’s, with more fields,', `01-${TRACE}-${PARENT}-01-more`, PROXY, TRACE],
  ['anybody’s', `00-${TRACE}-${PARENT}-01`, [], undefined],
  ['another network’s', `00-${TRACE}-${PARENT}-01`, ['10.1.0.0/16', '2001:db8::/32'], undefined],
  ['an empty', '', PROXY, undefined],
  ['a forbidden version’s', `ff-${TRACE}-${PARENT}-01`, PROXY, undefined],
  ['an all-zero', `00-${'0'.repeat(32)}-${PARENT}-01`, PROXY, undefined],
  ['a parentless', `00-${TRACE}-${'0'.repeat(16)}-01`, PROXY, undefined],
  ['an upper-case', `00-${TRACE.toUpperCase()}-${PARENT}-01`, PROXY, undefined],
  ['a garbled', `00-${TRACE}-${PARENT}-01x`, PROXY, undefined],
])(
  '%s trace id is logged only if it is valid and a trusted proxy’s',
  async (_whose, traceparent, trustProxy, traceId) => {
    const lines: string[] = [];
    const logger = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } };
    const pageFiles = new URL('file:///nowhere/');
    const app = buildApp(traced.deps, { logger, trustProxy, pageFiles });
    await app.inject({ url: '/livez', headers: { traceparent } });
    await app.close();
    expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([traceId]);
  },
);
