import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import {
  EVENT_BODY,
  openReceiver,
  post,
  reported,
  signedHeaders,
} from '../../../support/outbox/open-receiver.ts';

test('a delayed response is late, and nothing is sent before it', async () => {
  const { url, deliveries } = await openReceiver({ delayMs: 120, ackLimitMs: 100 });
  const startedAt = performance.now();
  expect((await post(url)).status).toBe(204);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(110);
  await reported(deliveries);
  expect(deliveries[0]).toMatchObject({ isLate: true, isSlow: true, isUnanswered: false });
});

test('from 80 % of the time limit on a response is slow', async () => {
  const { url, deliveries } = await openReceiver({ delayMs: 1_700, ackLimitMs: 2_000 });
  await post(url);
  await reported(deliveries);
  expect(deliveries[0]).toMatchObject({ isSlow: true, isLate: false });
});

test('a sender that hangs up before its response is reported at once', async () => {
  const { url, deliveries } = await openReceiver({ delayMs: 60_000 });
  const sending = request(url, { method: 'POST', headers: signedHeaders() });
  const hungUp = once(sending, 'error');
  sending.end(EVENT_BODY);
  await once(sending, 'finish');
  sending.destroy();
  await hungUp;
  await reported(deliveries);
  expect(deliveries[0]).toMatchObject({ isUnanswered: true });
});

test('what is not HTTP is answered 400 and reported', async () => {
  const { url, refused } = await openReceiver();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('\u0016\u0003\u0001 this is a TLS hello, or nearly\r\n\r\n');
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()));
  });
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(refused).toMatchObject([{ status: 400, method: '' }]);
});

test('a sender that goes away within the body is reported, and the next one is answered', async () => {
  const { url, refused } = await openReceiver();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a', () => {
    setTimeout(() => socket.resetAndDestroy(), 50);
  });
  await reported(refused);
  expect(refused[0]).toMatchObject({ status: null, reason: expect.stringContaining('went away') });
  expect((await post(url)).status).toBe(204);
});

test('pipelined responses of a sender that goes away are unanswered, and closing ends', async () => {
  const { url, receiver, deliveries } = await openReceiver({
    verify: false,
    delayMs: 1000,
    onArrival: ({ number }) => void (number === 3 && socket.resetAndDestroy()),
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const request = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
  socket.write(request.repeat(3));
  await reported(deliveries, 3);
  expect(deliveries.map(({ isUnanswered }) => isUnanswered)).toEqual([true, true, true]);
  await receiver.close();
});

test('responses on one connection leave in the order of their requests', async () => {
  const statuses = [201, 500, 204, 202];
  const { url, deliveries } = await openReceiver({
    verify: false,
    respond: ({ number }) => statuses[number - 1] ?? 204,
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const request = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
  let answers = '';
  socket.on('data', (data) => {
    answers += data;
  });
  socket.write(request.repeat(4));
  await reported(deliveries, 4);
  await expect.poll(() => answers.match(/(?<=HTTP\/1.1 )\d+/g)?.map(Number)).toEqual(statuses);
  socket.destroy();
});

test('an error in one response is reported, and the other deliveries are answered', async () => {
  const { url, deliveries, refused } = await openReceiver({
    respond: ({ number }) => {
      if (number === 2) throw new Error('no response is planned');
      return 204;
    },
  });
  const answers = await Promise.allSettled([post(url), post(url), post(url)]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await reported(deliveries, 2);
  expect(refused).toMatchObject([{ reason: 'no response is planned' }]);
});

test('connections above the limit are turned away and reported', async () => {
  const { url, refused } = await openReceiver();
  const { port } = new URL(url);
  const sockets = Array.from({ length: 257 }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  await reported(refused);
  expect(refused[0]?.reason).toContain('256 connections');
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await post(url)).status).toBe(204);
});

test('closing sends pending responses, and leaves no connection open', async () => {
  const { url, receiver, deliveries } = await openReceiver({ delayMs: 60_000 });
  const idle = connect(Number(new URL(url).port), '127.0.0.1');
  const isClosed = new Promise((resolve) => idle.once('close', resolve));
  const answer = post(url);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await receiver.close();
  expect((await answer).status).toBe(204);
  expect(deliveries).toHaveLength(1);
  await isClosed;
});

test('it is quiet once nothing has arrived for a while and no request is open', async () => {
  const { url, receiver, deliveries } = await openReceiver({ delayMs: 200 });
  const answer = post(url);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await receiver.untilQuiet({ quietMs: 1, mostMs: 5000 }, new AbortController().signal);
  expect(deliveries).toHaveLength(1);
  await answer;
  await receiver.untilQuiet({ quietMs: 60_000, mostMs: 30 }, new AbortController().signal);
});

const DELIVERIES = 240;
/** Bodies that the engine may still hold when the others are collected. */
const FEW = 60;

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

test('a receiver keeps no body after its report', async () => {
  const bodies: WeakRef<Buffer>[] = [];
  const onDelivery = ({ body }: { body: Buffer }) => void bodies.push(new WeakRef(body));
  const { url } = await openReceiver({ onDelivery });
  for (let sent = 0; sent < DELIVERIES; sent += 30) {
    await Promise.all(Array.from({ length: 30 }, () => post(url)));
  }
  await expect.poll(() => bodies.length).toBe(DELIVERIES);
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(bodies.filter((body) => body.deref() !== undefined).length).toBeLessThan(FEW);
});
