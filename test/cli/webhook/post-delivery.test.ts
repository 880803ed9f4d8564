import { expect, test } from 'vitest';
import { outgoingHeaders, postDelivery } from '../../../src/cli/webhook/post-delivery.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { EVENT_BODY } from '../../support/outbox/open-receiver.ts';

const post = (url: string, given: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  postDelivery({
    target: new URL(url),
    rawHeaders: ['Content-Type', 'application/json'],
    body: EVENT_BODY,
    timeoutMs: given.timeoutMs ?? 10_000,
    bodyBytes: 2048,
    bodyMs: 500,
    signal: given.signal ?? new AbortController().signal,
  });

test('a receiver that says nothing in time is a failure by that name', async () => {
  const { url } = await startLocalReceiver(() => undefined);
  expect(await post(url, { timeoutMs: 50 })).toMatchObject({ status: null, error: 'timeout' });
});

test('a status in time counts, however long the body takes', async () => {
  const { url } = await startLocalReceiver((response) => response.writeHead(202).write('so far'));
  const { status, body } = await post(url, { timeoutMs: 500 });
  expect({ status, body: body.toString() }).toEqual({ status: 202, body: 'so far' });
});

test('an interruption ends it at once, before or while it waits', async () => {
  const stop = new AbortController();
  const { url, received } = await startLocalReceiver(() => stop.abort());
  expect(await post(url, { signal: stop.signal })).toMatchObject({ error: 'interrupted' });
  expect(await post(url, { signal: stop.signal })).toMatchObject({ error: 'interrupted' });
  expect(received).toHaveLength(1);
});

test('a name that does not exist, and an answer that is none, are failures', async () => {
  expect(await post('http://no-such-host.invalid/')).toMatchObject({ status: null });
  const { url } = await startLocalReceiver((response) => {
    response.socket?.end('this is no HTTP\r\n\r\n');
  });
  expect((await post(url)).error).toMatch(/^HPE_/);
});

test('headers of the connection are dropped, and a chunked body gets its length', () => {
  const rawHeaders = [
    ['Host', 'esign.example.com'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'keep-alive, X-Hop'],
    ['X-Hop', 'dropped'],
    ['Keep-Alive', 'timeout=5'],
    ['Expect', '100-continue'],
    ['X-Two', 'a'],
    ['X-Two', 'b'],
  ].flat();
  const target = new URL('http://127.0.0.1:3000/hooks');
  expect(outgoingHeaders({ target, rawHeaders, body: Buffer.from('{}') })).toEqual([
    ...['Host', '127.0.0.1:3000', 'X-Two', 'a', 'X-Two', 'b'],
    ...['Content-Length', '2', 'Connection', 'close'],
  ]);
});
