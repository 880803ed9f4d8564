import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startLocalTcp } from '../../support/network/local-tcp.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { deliveryTo, openSender } from '../../support/outbox/open-sender.ts';

/** More than an endpoint's limit. */
const AT_ONCE = 6;
const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';

/** A receiver that sends each connection these texts in turn. `asked` holds the connection of each request. */
async function answering(...texts: readonly string[]) {
  const asked: number[] = [];
  let connections = 0;
  const url = await startLocalTcp((socket: Socket) => {
    connections += 1;
    const connection = connections;
    let turn = 0;
    socket.on('data', () => {
      asked.push(connection);
      const text = texts[turn % texts.length] ?? '';
      turn += 1;
      if (text === '') socket.resetAndDestroy();
      else socket.write(text);
    });
  });
  return { url, asked };
}

test('interim responses leave the connection usable', async () => {
  const { url, asked } = await answering(
    `HTTP/1.1 100 Continue\r\n\r\n${NO_CONTENT}`,
    `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${NO_CONTENT}`,
  );
  const sender = openSender();
  for (let n = 0; n < 4; n += 1) {
    expect(await sender.deliver(deliveryTo(url))).toMatchObject({ ok: true, status: 204 });
  }
  expect(asked).toEqual([1, 1, 1, 1]);
});

test('a connection that dies within a response is not repeated', async () => {
  let requests = 0;
  const url = await startLocalTcp((socket) => {
    let served = 0;
    socket.on('data', () => {
      requests += 1;
      served += 1;
      if (served === 1) socket.write(NO_CONTENT);
      else socket.write('HTTP/1.1 20', () => socket.destroy());
    });
  });
  const sender = openSender();
  await sender.deliver(deliveryTo(url));
  const result = await sender.deliver(deliveryTo(url));
  expect(result).toMatchObject({ ok: false, error: 'connection_reset' });
  expect(requests).toBe(2);
});

test.each(['http:', 'https:'])(
  'a fresh connection over %s that dies is not repeated',
  async (to) => {
    const { url, asked } = await answering('');
    const result = await openSender().deliver(deliveryTo(url.replace('http:', to)));
    expect(result).toMatchObject({ ok: false, error: 'connection_reset' });
    expect(asked).toEqual([1]);
  },
);

test('a connection that the receiver closed while idle is replaced', async () => {
  const closed: Socket[] = [];
  const url = await startLocalTcp((socket) => {
    socket.on('close', () => closed.push(socket));
    socket.on('data', () => socket.write(NO_CONTENT, () => socket.end()));
  });
  const sender = openSender();
  for (let n = 1; n <= 3; n += 1) {
    expect(await sender.deliver(deliveryTo(url))).toMatchObject({ ok: true, status: 204 });
    await expect.poll(() => closed).toHaveLength(n);
  }
});

test('one connection serves one delivery at a time', async () => {
  const waiting: ServerResponse[] = [];
  const { url } = await startLocalReceiver((response) => {
    if (waiting.push(response) === AT_ONCE) for (const one of waiting) one.writeHead(204).end();
  });
  const sender = openSender();
  const deliveries = Array.from({ length: AT_ONCE }, () => sender.deliver(deliveryTo(url)));
  const results = await Promise.all(deliveries);
  expect(results.every(({ ok }) => ok)).toBe(true);
});

test('an endpoint that never answers does not hold up another on the same host', async () => {
  const { url } = await startLocalReceiver((response, { path }) => {
    if (path === '/healthy') response.writeHead(204).end();
  });
  const sender = openSender();
  const to = (path: string) => sender.deliver(deliveryTo(new URL(path, url).href));
  const silent = Promise.all(Array.from({ length: AT_ONCE }, () => to('/silent')));
  expect(await to('/healthy')).toMatchObject({ ok: true });
  await sender.close();
  expect(new Set((await silent).map(({ error }) => error))).toEqual(new Set(['interrupted']));
});

test('first attempts at one origin share a connection, a retry opens its own', async () => {
  const { url, asked } = await answering(NO_CONTENT);
  const sender = openSender();
  const to = (path: string, attempt = 1) => deliveryTo(new URL(path, url).href, attempt);
  for (const delivery of [to('/a'), to('/b'), to('/a', 2)]) await sender.deliver(delivery);
  expect(asked).toEqual([1, 1, 2]);
});

test('a connection says whether it stays', async () => {
  const { url, received } = await startLocalReceiver();
  const sender = openSender();
  for (const attempt of [1, 2]) await sender.deliver(deliveryTo(url, attempt));
  expect(received.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
});

test('idle connections are closed after four seconds, or at once together with the sender', async () => {
  let open = 0;
  const url = await startLocalTcp((socket) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
    socket.on('data', () => socket.write(NO_CONTENT));
  });
  const slow = await startLocalReceiver((response) => {
    setTimeout(() => response.writeHead(204).end(), 4500);
  });
  const [idle, closed] = [openSender(), openSender()];
  const unanswered = idle.deliver(deliveryTo(slow.url));
  for (const sender of [idle, closed]) await sender.deliver(deliveryTo(url));
  expect(open).toBe(2);
  await closed.close();
  await expect.poll(() => open).toBe(1);
  expect(await closed.deliver(deliveryTo(url))).toMatchObject({ error: 'interrupted' });
  await expect.poll(() => open).toBe(0);
  // A connection that waits for a response is not idle.
  expect(await unanswered).toMatchObject({ ok: true });
});

const never = () => new Promise<never>(() => undefined);

test.each([
  ['response', { timeoutMs: 100 }, 'timeout_ack'],
  ['connection', { connectMs: 100 }, 'timeout_connect'],
])('a lookup that never ends uses up the time of the %s', async (_, limits, error) => {
  const sender = openSender({ ...limits, find: never });
  const result = await sender.deliver(deliveryTo('http://slow.example.com/hook'));
  expect(result).toMatchObject({ ok: false, error });
});

test('closing the sender ends lookups', async () => {
  const sender = openSender({ find: never });
  const pending = sender.deliver(deliveryTo('http://slow.example.com/hook'));
  setTimeout(() => void sender.close(), 100);
  expect(await pending).toMatchObject({ ok: false, error: 'interrupted' });
});

test.each([1, 2])('closing the sender ends attempt %i that has only begun', async (attempt) => {
  const { url, received } = await startLocalReceiver();
  const sender = openSender();
  const pending = sender.deliver(deliveryTo(url, attempt));
  await sender.close();
  expect(await pending).toMatchObject({ ok: false, error: 'interrupted' });
  expect(received).toHaveLength(0);
});

test.each([
  ['headers without an end', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}`],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['an impossible status', 'HTTP/1.1 099 No\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: a\r\n\r\n'],
])('%s: not a response', async (_, text) => {
  const { url } = await answering(text);
  const result = await openSender().deliver(deliveryTo(url));
  expect(result).toMatchObject({ ok: false, status: null, error: 'invalid_answer' });
});

test.each([204, 304])('the body that a %i announces is not waited for', async (status) => {
  const { url, asked } = await answering(`HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`);
  const sender = openSender();
  for (let n = 0; n < 2; n += 1) {
    const result = await sender.deliver(deliveryTo(url));
    expect(result).toMatchObject({ status, body: '', exchange: { truncated: false } });
  }
  expect(asked).toHaveLength(2);
});

test('a body that breaks off is kept up to there', async () => {
  const url = await startLocalTcp((socket) =>
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsaid', () => socket.end()),
    ),
  );
  const result = await openSender().deliver(deliveryTo(url));
  expect(result).toMatchObject({ ok: true, body: 'said', exchange: { truncated: true } });
});

test('a body without a length ends with its connection', async () => {
  const url = await startLocalTcp((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 500 No\r\n\r\nsaid')),
  );
  const result = await openSender().deliver(deliveryTo(url));
  expect(result).toMatchObject({ status: 500, body: 'said', exchange: { truncated: false } });
});

test('repeated headers are logged together; the first Retry-After counts', async () => {
  const { url } = await startLocalReceiver((response) =>
    response.writeHead(503, { 'X-Request-Id': ['a', 'b'], 'Retry-After': ['7', '9'] }).end(),
  );
  const result = await openSender().deliver(deliveryTo(url));
  expect(result).toMatchObject({
    retryAfterMs: 7000,
    exchange: { answerHeaders: { 'x-request-id': 'a, b' } },
  });
});
