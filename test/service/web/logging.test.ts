import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ASHA,
  apiUser,
  bringBack,
  documentPath,
  giveConsent,
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
