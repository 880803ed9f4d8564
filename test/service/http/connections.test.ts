import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/contract/limits.ts';
import { openUpload, sendRaw } from '../../support/network/raw-request.ts';
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
