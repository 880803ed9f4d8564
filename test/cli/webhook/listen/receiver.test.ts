import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../../src/cli/webhook/listen/receiver.ts';
import { startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import {
  EVENT_BODY,
  openReceiver,
  post,
  reported,
  signedHeaders,
  WEBHOOK_SECRET,
} from '../../../support/outbox/open-receiver.ts';

test('a delivery that verifies is answered 204 and reported with its exact bytes', async () => {
  const { url, deliveries } = await openReceiver({ secrets: ['whsec_old', WEBHOOK_SECRET] });
  const response = await post(url, EVENT_BODY, {
    ...signedHeaders(),
    'X-Service-Delivery': 'dlv_1',
    'X-Service-Attempt': '2',
  });
  expect(response.status).toBe(204);
  await reported(deliveries);
  expect(deliveries[0]).toMatchObject({
    number: 1,
    method: 'POST',
    url: '/',
    event: 'signer.signed',
    documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
    deliveryId: 'dlv_1',
    attempt: 2,
    signature: {
      state: 'valid',
      secretIndex: 1,
      secret: expect.stringMatching(/^sha256:[0-9a-f]{8}$/),
    },
    bodySha256: createHash('sha256').update(EVENT_BODY).digest('hex'),
    status: 204,
    isLate: false,
    forward: null,
    duplicateOf: null,
  });
  expect(deliveries[0]!.body.equals(EVENT_BODY)).toBe(true);
});

test.each([
  ['another secret', signedHeaders(EVENT_BODY, 'whsec_other'), 'mismatch'],
  ['no signature', { 'Content-Type': 'application/json' }, 'missing_signature'],
  [
    'a signature in upper case',
    { ...signedHeaders(), 'X-Service-Signature': `sha256=${'A'.repeat(64)}` },
    'malformed_signature',
  ],
  ['another event in its header', { ...signedHeaders(), 'X-Service-Event': 'x' }, 'event_mismatch'],
])('a delivery with %s is answered 401 without a word', async (_, headers, reason) => {
  const { url, deliveries } = await openReceiver();
  const response = await post(url, EVENT_BODY, headers as Record<string, string>);
  expect(response.status).toBe(401);
  expect(await response.text()).toBe('');
  await reported(deliveries);
  expect(deliveries[0]).toMatchObject({ status: 401, signature: { state: 'invalid', reason } });
});

test('two signatures in one request are refused', async () => {
  const { url, deliveries } = await openReceiver();
  const signature = signedHeaders()['X-Service-Signature']!;
  const request = httpRequest(url, { method: 'POST' });
  request.setHeader('X-Service-Event', 'signer.signed');
  request.setHeader('X-Service-Signature', [signature, signature]);
  request.on('response', (response) => response.resume());
  request.end(EVENT_BODY);
  await reported(deliveries);
  expect(deliveries[0]!.signature).toEqual({ state: 'invalid', reason: 'repeated_signature' });
});

test('without verification any JSON is taken, and said to be unchecked', async () => {
  const { url, deliveries } = await openReceiver({ verify: false, secrets: [] });
  const response = await post(url, Buffer.from('{"a":1}'), { 'Content-Type': 'application/json' });
  expect(response.status).toBe(204);
  await reported(deliveries);
  expect(deliveries[0]).toMatchObject({ signature: { state: 'unchecked' }, event: null });
});

test.each([
  ['a GET', '/', { method: 'GET' }, 405],
  ['a PUT', '/', { method: 'PUT', body: '{}' }, 405],
  ['another path', '/elsewhere', { method: 'POST', body: '{}' }, 404],
  ['a form', '/', { method: 'POST', body: new URLSearchParams({ payload: '{}' }) }, 415],
  [
    'a compressed body',
    '/',
    {
      method: 'POST',
      body: 'x',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    },
    415,
  ],
])('%s is refused and counts as no delivery', async (_, path, init, status) => {
  const { url, deliveries, refused } = await openReceiver();
  const response = await fetch(new URL(path, url), init);
  expect(response.status).toBe(status);
  expect(refused).toMatchObject([{ method: init.method, url: path, status }]);
  expect(deliveries).toHaveLength(0);
});

test('a 405 says what is allowed, and a query does not matter', async () => {
  const { url, deliveries } = await openReceiver({ path: '/hooks' });
  expect((await fetch(url)).headers.get('allow')).toBe('POST');
  expect((await post(`${url}?from=test`)).status).toBe(204);
  await reported(deliveries);
});

test('a body at the limit is taken, one byte more is not', async () => {
  const { url, deliveries, refused } = await openReceiver({ maxBodyBytes: 1000, verify: false });
  const json = { 'Content-Type': 'application/json' };
  expect((await post(url, Buffer.alloc(1000, ' '), json)).status).toBe(204);
  expect((await post(url, Buffer.alloc(1001, ' '), json)).status).toBe(413);
  await reported(deliveries);
  expect(refused).toMatchObject([{ status: 413 }]);
});

test('a chunked body over the limit is cut off while it streams', async () => {
  const { url, refused } = await openReceiver({ maxBodyBytes: 1000 });
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST' }, (response) =>
      resolve(response.statusCode),
    );
    request.on('error', reject);
    for (let index = 0; index < 3; index += 1) request.write(Buffer.alloc(500, 'x'));
  });
  expect(status).toBe(413);
  expect(refused).toHaveLength(1);
});

test('a body that does not come in time is answered 408', async () => {
  const { url, refused } = await openReceiver({ bodyTimeoutMs: 100 });
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a');
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()));
  });
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(refused).toMatchObject([{ status: 408 }]);
});

test('a port in use is told by its code', async () => {
  const taken = await startLocalReceiver();
  const options = {
    host: '127.0.0.1',
    port: Number(new URL(taken.url).port),
    path: '/',
    secrets: [],
    verify: false,
    maxBodyBytes: 1,
    bodyTimeoutMs: 1,
    onDelivery: () => undefined,
  };
  await expect(startReceiver(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
