import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../../../src/contract/limits.ts';
import { openMeters, serveMetrics } from '../../../src/service/operations/serve/meters.ts';
import { buildApp } from '../../../src/service/web/app.ts';
import type { ConnectionLimits } from '../../../src/service/web/connections.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  serverOptions,
} from '../../../src/service/web/connections.ts';
import { originOf } from '../../../src/service/web/kit/request-text.ts';
import { openUpload, sendRaw } from '../../support/network/raw-request.ts';
import { makeTlsIdentity } from '../../support/network/tls-identity.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { openApi } from '../../support/service/call-service.ts';
import { openService } from '../../support/service/open-service.ts';
import { FORM_END, FORM_HEADERS, partHead, pdfPart } from '../../support/sign-in/form.ts';

const CHUNK = Buffer.alloc(64 * 1024);

const { service } = await openApi();
const account = await service.account();
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });

const storedFiles = async () =>
  (await readdir(service.files, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

const { certificate, privateKey } = await makeTlsIdentity('localhost');

const startUpload = (headers: Record<string, string> = account.headers) =>
  openUpload(`${url}/api/v1/documents`, { ...headers, ...FORM_HEADERS });

test('a file that is too large is refused while it is still arriving', async () => {
  const { request, answer } = startUpload();
  request.write(partHead(pdfPart('')));
  for (let sent = 0; sent <= LIMITS.pdfBytes; sent += CHUNK.length) request.write(CHUNK);
  const { status, headers, body } = await answer;
  expect(status).toBe(413);
  expect(JSON.parse(body).error).toBe('file_too_large');
  expect(headers.connection).toBe('close');
  request.destroy();
  expect(await storedFiles()).toBe(0);
});

test('a client that keeps sending while it is refused can still read the response', async () => {
  const { request, answer } = startUpload();
  request.write(partHead(pdfPart('')));
  for (let sent = 0; sent <= LIMITS.pdfBytes + 4 * 1024 * 1024; sent += CHUNK.length) {
    request.write(CHUNK);
  }
  request.end(`\r\n${FORM_END}`);
  expect((await answer).status).toBe(413);
});

test('a request without a key is refused before its body arrives', async () => {
  const { request, answer } = startUpload({});
  request.write(partHead(pdfPart('')));
  const { status, headers } = await answer;
  expect(status).toBe(401);
  expect(headers.connection).toBe('close');
  request.destroy();
});

test('an interrupted upload leaves nothing behind and is not a failure of the service', async () => {
  const { request, answer } = startUpload();
  answer.catch(() => {});
  request.write(partHead(pdfPart('')));
  request.write(CHUNK);
  await expect.poll(storedFiles).toBe(1);
  request.destroy();
  await expect.poll(storedFiles).toBe(0);
  expect(service.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test.each([
  ['what is no HTTP', 'GARBAGE\r\n\r\n'],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
])('%s gets an error response with a request id', async (_what, text) => {
  const answer = await sendRaw(url, text);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).toMatch(/\r\nX-Request-Id: req_[0-9a-f]{32}\r\n/);
  expect(JSON.parse(body).error).toBe('invalid_request');
});

test.each([
  ['http', undefined],
  ['https', { certificate, key: privateKey }],
])('the address of a client over %s is known after it has hung up', async (scheme, tls) => {
  const app = fastify(serverOptions(CONNECTION_LIMITS, tls));
  onTestFinished(() => app.close());
  limitConnections(app, CONNECTION_LIMITS);
  const address = new Promise((resolve) => {
    app.get('/', async (request) => {
      await once(request.raw.socket, 'close');
      resolve(originOf(request, 'visitor').ip);
    });
  });
  const base = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const to = { port: Number(base.port), host: base.hostname, rejectUnauthorized: false };
  const client = scheme === 'http' ? connect(to) : connectTls(to);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => client.destroy());
  expect(await address).toBe('127.0.0.1');
});

test('closing waits for a running request', async () => {
  const own = await openService();
  const base = await own.app.listen({ host: '127.0.0.1', port: 0 });
  const { headers } = await own.account();
  const { request, answer } = openUpload(`${base}/api/v1/documents`, {
    ...headers,
    ...FORM_HEADERS,
  });
  request.write(partHead(pdfPart('')));
  await wait(100);
  const closed = own.close();
  request.write(aPdf());
  request.end(`\r\n${FORM_END}`);
  expect((await answer).status).toBe(201);
  await closed;
});

/** The service with limits of its own, on a port. */
async function listenWithin(connections: Partial<ConnectionLimits>) {
  const app = buildApp(service.deps, {
    logger: 'silent',
    pageFiles: new URL('file:///nowhere/'),
    connections: { checkMs: 20, ...connections },
  });
  onTestFinished(() => app.close());
  return { app, base: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

async function connectTo(base: string, options: { allowHalfOpen?: boolean } = {}) {
  const port = Number(new URL(base).port);
  const socket = connect({ port, host: '127.0.0.1', ...options });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('beyond the most connections a further one is closed, and the listener of metrics says that the process lives', async () => {
  const { base } = await listenWithin({ max: 2 });
  const metrics = await serveMetrics(
    openMeters(service.deps, () => []),
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(() => metrics.close());
  const [first] = [await connectTo(base), await connectTo(base)];
  const third = await connectTo(base);
  await once(third, 'close');
  const alive = await fetch(new URL('/livez', metrics.url));
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
  first.destroy();
  await expect
    .poll(() =>
      fetch(`${base}/livez`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
});

test.each([
  ['half-sent headers', 'GET /livez HTTP/1.1\r\nHost: x\r\nX: '],
  ['a connection on which nothing is sent', ''],
])('%s end with 408 and a closed connection', async (_what, text) => {
  const { base } = await listenWithin({ headersMs: 100 });
  expect(await sendRaw(base, text)).toMatch(/^HTTP\/1\.1 408 /);
});

const HALF = 'Content-Length: 100\r\n\r\n{"signers"';

test.each([
  ['of the API', `POST /api/v1/documents/x/signers HTTP/1.1\r\nContent-Type: application/json`],
  ['of a page', 'POST /sign/x HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded'],
])('a small request %s that does not arrive wholly in time ends with 408', async (_what, head) => {
  const { base } = await listenWithin({ requestMs: 100 });
  const { authorization } = account.headers;
  const text = `${head}\r\nHost: x\r\nAuthorization: ${authorization}\r\n${HALF}`;
  const answer = await sendRaw(base, text);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer).toContain('The request took too long to arrive.');
});

test('an upload may take longer than a small request', async () => {
  const { base } = await listenWithin({ requestMs: 50 });
  const { request, answer } = openUpload(`${base}/api/v1/documents`, {
    ...account.headers,
    ...FORM_HEADERS,
  });
  request.write(partHead(pdfPart('')));
  await wait(300);
  request.write(aPdf());
  request.end(`\r\n${FORM_END}`);
  expect((await answer).status).toBe(201);
});

test('a connection that was refused ends even if the client does not end it', async () => {
  const { app, base } = await listenWithin({ headersMs: 100 });
  const socket = await connectTo(base, { allowHalfOpen: true });
  await once(socket.resume(), 'end');
  const open = () =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(open).toBe(0);
  expect(socket.writable).toBe(true);
});
