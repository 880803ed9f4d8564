import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startLocalTcp } from '../../../support/network/local-tcp.ts';
import { startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import {
  EVENT_BODY,
  openReceiver,
  post,
  reported,
  signedHeaders,
} from '../../../support/outbox/open-receiver.ts';

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';

test('the application gets the same bytes and headers, and its response is relayed', async () => {
  const application = await startLocalReceiver((response) =>
    response.writeHead(418, { 'Content-Type': 'text/plain', 'Retry-After': '7' }).end('a teapot'),
  );
  const forwardTo = new URL('/hooks/esign?x=1', application.url);
  const { url, deliveries } = await openReceiver({ forwardTo });
  const response = await post(url, EVENT_BODY, { ...signedHeaders(), 'X-Odd-Case': 'Kept' });
  expect(response.status).toBe(418);
  expect(await response.text()).toBe('a teapot');
  expect(response.headers.get('content-type')).toBe('text/plain');
  expect(response.headers.get('retry-after')).toBe('7');
  const [got] = application.received;
  expect(got!.path).toBe('/hooks/esign?x=1');
  expect(got!.body.equals(EVENT_BODY)).toBe(true);
  expect(got!.headers).toMatchObject({
    host: forwardTo.host,
    'x-service-signature': signedHeaders()['X-Service-Signature'],
    'x-odd-case': 'Kept',
  });
  await reported(deliveries);
  expect(deliveries[0]).toMatchObject({ status: 418, forward: { status: 418, error: null } });
});

test('forwarded header names keep their case and order', async () => {
  const application = await startLocalReceiver();
  const { url } = await openReceiver({ forwardTo: new URL(application.url) });
  await new Promise<void>((resolve, reject) => {
    const headers = { zEbra: '1', ALPHA: '2', ...signedHeaders() };
    const request = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume().on('end', resolve);
    });
    request.on('error', reject);
    request.end(EVENT_BODY);
  });
  const names = application.received[0]!.rawHeaders.filter((_, index) => index % 2 === 0);
  expect(names.slice(0, 2)).toEqual(['zEbra', 'ALPHA']);
});

test('a delivery that does not verify is not forwarded', async () => {
  const application = await startLocalReceiver();
  const { url } = await openReceiver({ forwardTo: new URL(application.url) });
  expect((await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'other'))).status).toBe(401);
  expect(application.received).toHaveLength(0);
});

test('an application that cannot be reached is a 502, with the reason in the report', async () => {
  const { url, deliveries } = await openReceiver({ forwardTo: new URL('http://127.0.0.1:1/') });
  expect((await post(url)).status).toBe(502);
  await reported(deliveries);
  expect(deliveries[0]!.forward).toMatchObject({ status: null, error: 'ECONNREFUSED' });
});

test.each([
  ['breaks off', (socket: Socket) => void socket.end()],
  ['switches protocols', (socket: Socket) => void socket.write(SWITCH)],
])('an application that %s is a 502', async (_, act) => {
  const target = await startLocalTcp((socket) => socket.once('data', () => act(socket)));
  const { url, deliveries } = await openReceiver({ forwardTo: new URL(target) });
  expect((await post(url)).status).toBe(502);
  await reported(deliveries);
});

test('a slow application yields a 504 in time, and its own response is still reported', async () => {
  const application = await startLocalReceiver((response) => {
    setTimeout(() => response.writeHead(200).end(), 400);
  });
  const options = { forwardTo: new URL(application.url), ackLimitMs: 150 };
  const { url, deliveries } = await openReceiver(options);
  expect((await post(url)).status).toBe(504);
  await reported(deliveries);
  const [delivery] = deliveries;
  expect(delivery).toMatchObject({ status: 504, isLate: true, forward: { status: 200 } });
  expect(delivery!.forward!.durationMs).toBeGreaterThan(delivery!.ackMs!);
});

test('the beginning of the application’s response is reported', async () => {
  const application = await startLocalReceiver((response) => response.end('x'.repeat(10_000)));
  const { url, deliveries } = await openReceiver({ forwardTo: new URL(application.url) });
  expect(await (await post(url)).text()).toHaveLength(10_000);
  await reported(deliveries);
  expect(deliveries[0]!.forward!.body).toBe('x'.repeat(4096));
});

test('closing the receiver gives up on an application that is still busy', async () => {
  const application = await startLocalReceiver(() => undefined);
  const options = { forwardTo: new URL(application.url) };
  const { url, receiver, deliveries } = await openReceiver(options);
  const answer = post(url);
  await reported(application.received);
  await receiver.close();
  expect((await answer).status).toBe(504);
  expect(deliveries[0]).toMatchObject({ forward: { status: null, error: 'given up' } });
});

test('the Host of the sender can be preserved', async () => {
  const application = await startLocalReceiver();
  const options = { forwardTo: new URL(application.url), preserveHost: true };
  const { url } = await openReceiver(options);
  await post(url);
  expect(application.received[0]!.headers.host).toBe(new URL(url).host);
});
