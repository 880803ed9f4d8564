import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { EVENT_BODY, openReceiver, post, signedHeaders } from '../../support/open-receiver.ts';

const told = <T>(list: readonly T[], count = 1) =>
  vi.waitFor(() => expect(list).toHaveLength(count), { timeout: 4000, interval: 5 });

test('an answer that is held back comes late, and the sender is told nothing before', async () => {
  const { url, deliveries } = await openReceiver({ delayMs: 120, ackLimitMs: 100 });
  const startedAt = performance.now();
  expect((await post(url)).status).toBe(204);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(110);
  await told(deliveries);
  expect(deliveries[0]).toMatchObject({ isLate: true, isSlow: true, isUnanswered: false });
});

test('from 80 % of the time on an answer is slow', async () => {
  const { url, deliveries } = await openReceiver({ delayMs: 900, ackLimitMs: 1000 });
  await post(url);
  await told(deliveries);
  expect(deliveries[0]).toMatchObject({ isSlow: true, isLate: false });
});

test('a sender that hangs up before its answer is told of at once', async () => {
  const { url, deliveries } = await openReceiver({ delayMs: 60_000 });
  const sending = fetch(url, {
    method: 'POST',
    body: new Uint8Array(EVENT_BODY),
    headers: signedHeaders(),
    signal: AbortSignal.timeout(100),
  });
  await expect(sending).rejects.toThrow();
  await told(deliveries);
  expect(deliveries[0]).toMatchObject({ isUnanswered: true });
});

test('what is no HTTP is answered 400 and told of', async () => {
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

test('a sender that goes away within the body is told of', async () => {
  const { url, refused } = await openReceiver();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a', () => {
    setTimeout(() => socket.resetAndDestroy(), 50);
  });
  await told(refused);
  expect(refused[0]).toMatchObject({ status: null, reason: expect.stringContaining('went away') });
});

test('a sender that goes away leaves no answer behind that waits for another, and closing ends', async () => {
  const { url, receiver, deliveries } = await openReceiver({ verify: false, delayMs: 150 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const request = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
  socket.write(request.repeat(3));
  setTimeout(() => socket.resetAndDestroy(), 50);
  await told(deliveries, 3);
  expect(deliveries.map(({ isUnanswered }) => isUnanswered)).toEqual([true, true, true]);
  await receiver.close();
});

test('answers on one connection leave in the order of their requests', async () => {
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
  await told(deliveries, 4);
  await vi.waitFor(() =>
    expect(answers.match(/(?<=HTTP\/1.1 )\d+/g)?.map(Number)).toEqual(statuses),
  );
  socket.destroy();
});

test('what the answer of one delivery throws is told, and the others are answered', async () => {
  const { url, deliveries, refused } = await openReceiver({
    respond: ({ number }) => {
      if (number === 2) throw new Error('no answer is planned');
      return 204;
    },
  });
  const answers = await Promise.allSettled([post(url), post(url), post(url)]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await told(deliveries, 2);
  expect(refused).toMatchObject([{ reason: 'no answer is planned' }]);
});

test('more connections than there may be are turned away, and told of', async () => {
  const { url, refused } = await openReceiver();
  const { port } = new URL(url);
  const sockets = Array.from({ length: 257 }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  await told(refused);
  expect(refused[0]?.reason).toContain('256 connections');
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await post(url)).status).toBe(204), { timeout: 4000 });
});

test('closing gives answers under way, and leaves no connection open', async () => {
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

test('it is quiet once nothing came for a while and nothing is under way', async () => {
  const { url, receiver, deliveries } = await openReceiver({ delayMs: 200 });
  const answer = post(url);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await receiver.untilQuiet({ quietMs: 1, mostMs: 5000 }, new AbortController().signal);
  expect(deliveries).toHaveLength(1);
  await answer;
  await receiver.untilQuiet({ quietMs: 60_000, mostMs: 30 }, new AbortController().signal);
});
