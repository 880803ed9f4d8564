import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../../src/service/web/app.ts';
import { openApi } from '../../support/service/call-service.ts';

const { service } = await openApi();
const { baseUrl } = service.deps.links;
const app = buildApp(service.deps, {
  ...{ logger: 'silent' as const, pageFiles: new URL('file:///nowhere/') },
  formerUrls: ['https://old.example.in', baseUrl],
});
afterAll(() => app.close());

const asked = (url: string, { host = 'old.example.in', method = 'GET' as const } = {}) =>
  app.inject({ method, url, headers: { host } });

test.each(['/sign/abc.def?lang=hi', '/dashboard', '/download/x', '//evil.example.in/sign/x'])(
  'a page at a former address, %s, leads to the same page at the public one',
  async (path) => {
    const { statusCode, headers } = await asked(path);
    expect([statusCode, headers.location]).toEqual([307, `${baseUrl}${path}`]);
  },
);

test.each(['/api/v1/documents', '/livez', '/readyz'])(
  'what programs ask for, such as %s, is not redirected',
  async (path) => {
    expect((await asked(path)).statusCode).not.toBe(307);
  },
);

test('a target that is a whole URL leads nowhere else', async () => {
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const target = { port, host: '127.0.0.1', path: 'http://evil.example.in/sign/x' };
  const asking = request({ ...target, headers: { host: 'old.example.in' } }).end();
  const [response]: IncomingMessage[] = await once(asking, 'response');
  expect([response?.statusCode, response?.headers.location]).toEqual([404, undefined]);
  response?.resume();
});

test('the public address does not lead to itself, should it be listed', async () => {
  expect((await asked('/sign/x', { host: new URL(baseUrl).host })).statusCode).not.toBe(307);
});

test('forms are taken, and other hosts are not known', async () => {
  const posted = await app.inject({
    ...{ method: 'POST', url: '/gateway/return', headers: { host: 'old.example.in' } },
  });
  expect(posted.statusCode).not.toBe(307);
  for (const host of ['old.example.in.evil.example', 'old.example.in:8443', 'sign.example.in'])
    expect((await asked('/dashboard', { host })).headers.location).not.toContain(baseUrl);
});
