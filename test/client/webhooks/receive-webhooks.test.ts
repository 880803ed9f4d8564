import { createServer, request as send } from 'node:http';
import { expect, test } from 'vitest';
import type { ReceiveOptions } from '../../../src/client/index.ts';
import {
  newWebhookSecret,
  signWebhook,
  standardHeaders,
} from '../../../src/contract/webhooks/webhook-signature.ts';
import { listenLocally } from '../../support/outbox/local-receiver.ts';
import { BODY, EVENT, HEADERS, openWebhooks } from '../../support/outbox/receive-world.ts';

/** One receiver behind `node:http` and as a fetch handler; posting to either returns the status. */
async function openBoth(options: Partial<ReceiveOptions> = {}) {
  const opened = openWebhooks(options);
  const { handleFetch, handleNode } = opened.webhooks;
  const url = await listenLocally(createServer(handleNode));
  const ask = {
    node: (init: RequestInit) => fetch(url, init),
    fetch: (init: RequestInit) => handleFetch(new Request('http://127.0.0.1/hooks', init)),
  };
  return { ...opened, url, ask };
}

const STANDARD = newWebhookSecret();
const KINDS = ['node', 'fetch'] as const;
const good = { method: 'POST', headers: HEADERS, body: BODY };

test.each(KINDS)('a delivery over %s is handled and answered with 204', async (kind) => {
  const { ask, events, trouble } = await openBoth();
  const answer = await ask[kind](good);
  expect([answer.status, await answer.text(), events, trouble]).toEqual([204, '', [EVENT], []]);
});

test.each(KINDS)('a tampered delivery over %s gets a bare 401', async (kind) => {
  const { ask, events, trouble } = await openBoth();
  const answer = await ask[kind]({ ...good, body: BODY.replace('SENT', 'COMPLETED') });
  expect([answer.status, await answer.text(), events]).toEqual([401, '', []]);
  expect(answer.headers.get('transfer-encoding')).toBeNull();
  const message = 'the signature does not match the body and the secret';
  expect(trouble).toMatchObject([{ status: 401, message, error: { reason: 'mismatch' } }]);
});

const REFUSED: readonly [string, RequestInit, number][] = [
  ['a GET', { method: 'GET' }, 405],
  ['a form', { headers: { ...HEADERS, 'content-type': 'text/plain' } }, 415],
  ['a compressed body', { headers: { ...HEADERS, 'content-encoding': 'gzip' } }, 415],
  ['a body that is too large', { body: 'x'.repeat(1001) }, 413],
];

test.each(REFUSED.flatMap((row) => KINDS.map((kind) => [kind, ...row] as const)))(
  'over %s, %s is refused by its status',
  async (kind, _, init, status) => {
    const { ask, events, trouble } = await openBoth({ maxBodyBytes: 1000 });
    const { body, ...head } = good;
    const answer = await ask[kind]({ ...(init.method === 'GET' ? head : good), ...init });
    expect([answer.status, await answer.text(), events]).toEqual([status, '', []]);
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(trouble).toMatchObject([{ status }]);
    expect(body).toBe(BODY);
  },
);

test.each(KINDS)('over %s a delivery needs no content type, and may say identity', async (kind) => {
  const { ask } = await openBoth();
  const { 'content-type': _, ...bare } = HEADERS;
  const headers = { ...bare, 'content-encoding': 'identity' };
  const body = new TextEncoder().encode(BODY);
  expect((await ask[kind]({ ...good, headers, body })).status).toBe(204);
});

test('a body that does not come is given up, and the connection with it', async () => {
  const { url, trouble } = await openBoth({ bodyTimeoutMs: 30 });
  const status = await new Promise((resolve) => {
    const request = send(url, { method: 'POST', headers: { ...HEADERS, 'content-length': 500 } });
    request.on('error', () => undefined);
    request.once('response', ({ statusCode, headers }) =>
      resolve([statusCode, headers.connection]),
    );
    request.write('{');
  });
  expect(status).toEqual([408, 'close']);
  expect(trouble).toMatchObject([{ status: 408 }]);
});

test('a stream of the fetch API that stalls is given up', async () => {
  const { webhooks } = openWebhooks({ bodyTimeoutMs: 30 });
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) });
  const init = { method: 'POST', headers: HEADERS, body, duplex: 'half' } as const;
  expect((await webhooks.handleFetch(new Request('http://127.0.0.1/', init))).status).toBe(408);
});

test('only a delivery with a timestamp is taken where one is required', async () => {
  const { webhooks, trouble } = openWebhooks({ requireTimestamp: true, secrets: STANDARD });
  const handle = async (headers: Record<string, string>) =>
    (await webhooks.handle({ rawBody: BODY, headers })).status;
  const own = { 'x-service-signature': signWebhook(BODY, STANDARD) };
  const standard = standardHeaders(Buffer.from(BODY), { secret: STANDARD }, new Date());
  expect([await handle(own), await handle({ ...own, ...standard })]).toEqual([401, 204]);
  expect(trouble).toMatchObject([{ error: { reason: 'missing_timestamp' } }]);
});

test('a sender that disconnects in the middle does no harm', async () => {
  const { url, ask, events, trouble } = await openBoth();
  const request = send(url, { method: 'POST', headers: { ...HEADERS, 'content-length': 500 } });
  request.on('error', () => undefined);
  await new Promise<void>((resolve) => request.write('{', () => resolve()));
  request.destroy();
  expect([(await ask.node(good)).status, events.length, trouble]).toEqual([204, 1, []]);
});

test('a body that was parsed before is our mistake: 500, and the log says what to do', async () => {
  const { webhooks, trouble } = openWebhooks();
  const url = await listenLocally(
    createServer(async (request, response) => {
      for await (const _ of request);
      await webhooks.handleNode(Object.assign(request, { body: EVENT }), response);
    }),
  );
  expect((await fetch(url, good)).status).toBe(500);
  const used = new Request('http://127.0.0.1/', good);
  await used.json();
  expect((await webhooks.handleFetch(used)).status).toBe(500);
  const message = expect.stringContaining('the body was parsed already: pass its raw bytes');
  expect(trouble).toMatchObject([{ message }, { message }]);
});

test.each([
  ['body', (body: Buffer) => ({ body })],
  ['rawBody, beside a parsed body', (rawBody: Buffer) => ({ rawBody, body: EVENT })],
  ['body, beside a rawBody that is no bytes', (body: Buffer) => ({ rawBody: {}, body })],
])('bytes that a parser kept as %s are taken', async (_, kept) => {
  const { webhooks, events } = openWebhooks();
  const url = await listenLocally(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      await webhooks.handleNode(Object.assign(request, kept(Buffer.concat(chunks))), response);
    }),
  );
  expect([(await fetch(url, good)).status, events]).toEqual([204, [EVENT]]);
});
