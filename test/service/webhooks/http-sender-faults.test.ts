import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startLocalTcp } from '../../support/network/local-tcp.ts';
import { deliveryTo, openSender } from '../../support/outbox/open-sender.ts';

test.each([
  ['', 'Connection: Upgrade\r\nUpgrade: x\r\nServer: here\r\n\r\n', { server: 'here' }],
  ['', 'Server: here\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', { server: 'here' }],
  ['HTTP/1.1 103 Early Hints\r\n\r\n', '\r\n', {}],
])('a switch of protocols is a failure (%j, then %j)', async (before, after, answerHeaders) => {
  const url = await startLocalTcp((socket) =>
    socket.once('data', () =>
      socket.write(`${before}HTTP/1.1 101 Switching Protocols\r\n${after}`),
    ),
  );
  const result = await openSender().deliver(deliveryTo(url));
  const exchange = { answerHeaders, truncated: false };
  expect(result).toMatchObject({ ok: false, status: 101, error: 'http_101', body: '', exchange });
});

test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
  'an interim %s is followed by the response',
  async (line) => {
    let requests = 0;
    const url = await startLocalTcp((socket) =>
      socket.on('data', async () => {
        requests += 1;
        for (const piece of [`HTTP/1.1 ${line.slice(0, 2)}`, line.slice(2), '\r\n\r', '\nHTT']) {
          await new Promise((resolve) => socket.write(piece, resolve));
          await setTimeout(5);
        }
        socket.write('P/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      }),
    );
    const result = await openSender().deliver(deliveryTo(url));
    expect(result).toMatchObject({ ok: true, status: 200 });
    expect(requests).toBe(1);
  },
);

test('a response that does not arrive in time is a timeout', async () => {
  const url = await startLocalTcp(() => undefined);
  const startedAt = performance.now();
  const result = await openSender({ timeoutMs: 200 }).deliver(deliveryTo(url));
  expect(result).toMatchObject({ ok: false, status: null, error: 'timeout_ack', body: null });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(190);
});

test('a receiver that drips its headers is timed out', async () => {
  const url = await startLocalTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 50);
    socket.on('close', () => clearInterval(drip));
  });
  const result = await openSender({ timeoutMs: 300 }).deliver(deliveryTo(url));
  expect(result).toMatchObject({ error: 'timeout_ack' });
});

test('a TLS handshake that takes too long is a connect timeout', async () => {
  const url = await startLocalTcp(() => undefined);
  const sender = openSender({ connectMs: 200 });
  const result = await sender.deliver(deliveryTo(url.replace('http:', 'https:')));
  expect(result).toMatchObject({ ok: false, error: 'timeout_connect' });
});

test('a receiver that drips its body holds the sender for two seconds only', async () => {
  const url = await startLocalTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 500);
    socket.on('close', () => clearInterval(drip));
  });
  const result = await openSender().deliver(deliveryTo(url));
  expect(result).toMatchObject({ ok: true, status: 200, exchange: { truncated: true } });
  expect(result.body).toMatch(/^x+$/);
});

test('of an endless body 16 KiB are kept, and the connection is closed', async () => {
  let isClosed = false;
  const url = await startLocalTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const block = Buffer.alloc(64 * 1024, 'y');
    const pour = (): void => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', pour);
    socket.on('close', () => {
      isClosed = true;
    });
    pour();
  });
  const result = await openSender().deliver(deliveryTo(url));
  expect(result.body).toHaveLength(16 * 1024);
  await expect.poll(() => isClosed).toBe(true);
});

test.each([
  ['closes without a word', (socket: Socket) => socket.end(), 'connection_reset'],
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), 'connection_reset'],
  ['answers in no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n'), 'invalid_answer'],
])('a receiver that %s is a failure', async (_, act, error) => {
  const url = await startLocalTcp((socket) => void socket.once('data', () => void act(socket)));
  expect(await openSender().deliver(deliveryTo(url))).toMatchObject({ ok: false, error });
});

test('an attempt over a reused connection that was dead is repeated at once', async () => {
  let requests = 0;
  const url = await startLocalTcp((socket) => {
    let served = 0;
    socket.on('data', () => {
      served += 1;
      requests += 1;
      if (served > 1) return socket.resetAndDestroy();
      return socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  const sender = openSender();
  await sender.deliver(deliveryTo(url));
  expect(await sender.deliver(deliveryTo(url))).toMatchObject({ ok: true, status: 204 });
  expect(requests).toBe(3);
});
