import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  EsignClient,
  EsignError,
  ResponseShapeError,
  TimeoutError,
} from '../../../src/client/index.ts';
import { aClient, aDocument, failureOf, TEST_KEY } from '../../support/client/a-client.ts';
import {
  closes,
  reply,
  replyJson,
  resets,
  silent,
  startScript,
} from '../../support/network/scripted-tcp.ts';

const ID = aDocument().documentId;

test('a 429 is retried after the requested wait, for a write too', async () => {
  const sent = { documentId: ID, status: 'SENT', creditsRemaining: 3, signers: [] };
  const { baseUrl, requests } = await startScript(
    reply(429, '', 'Retry-After: 2'),
    replyJson(200, sent),
  );
  const { client, slept } = aClient(baseUrl);
  const { data, response } = await client.documents.send(ID).withResponse();
  expect([data, response.attempts, requests.length]).toEqual([sent, 2, 2]);
  expect(slept).toEqual([2_250]);
});

test('a read is retried after a reset, a 503 and a page that is not JSON', async () => {
  const { baseUrl, requests } = await startScript(
    resets,
    reply(503, 'busy'),
    reply(200, '<html>'),
    replyJson(200, aDocument()),
  );
  const { client } = aClient(baseUrl, { maxRetries: 3 });
  expect(await client.documents.retrieve(ID)).toEqual(aDocument());
  expect(requests).toHaveLength(4);
});

test('without retries there is one request', async () => {
  const { baseUrl, requests } = await startScript(closes);
  await failureOf(
    aClient(baseUrl).client.documents.retrieve(ID, { maxRetries: 0 }),
    ConnectionError,
  );
  expect(requests).toHaveLength(1);
});

test('characters split between two chunks stay whole', async () => {
  const body = Buffer.from(JSON.stringify(aDocument({ name: 'अनिता शर्मा' })));
  const { baseUrl } = await startScript((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.byteLength}\r\n\r\n`);
    const at = body.indexOf('अ') + 1;
    socket.write(body.subarray(0, at));
    setTimeout(() => socket.write(body.subarray(at)), 20);
  });
  expect((await aClient(baseUrl).client.documents.retrieve(ID)).name).toBe('अनिता शर्मा');
});

test.each([
  ['headers', silent, { headersMs: 80 }, 'headers'],
  ['body', writeAndWait, { bodyIdleMs: 80 }, 'body'],
  ['try', silent, { tryMs: 500 }, 'try'],
  ['try in the body', dripping, { tryMs: 500 }, 'try'],
  ['total', silent, { totalMs: 500 }, 'total'],
  ['total in the body', dripping, { totalMs: 500 }, 'total'],
] as const)('the limit of %s ends a call', async (_, step, timeouts, which) => {
  const { baseUrl } = await startScript(step);
  const { client } = aClient(baseUrl, { timeouts, maxRetries: 0 });
  const error = await failureOf(client.documents.retrieve(ID), TimeoutError);
  expect(error).toMatchObject({ which, opened: true, operation: 'retrieveDocument' });
});

test.each([
  [dripping, 'sent 200, but took longer than 300 ms, the limit of one attempt'],
  [reply(200, '\u001f', 'Content-Encoding: gzip'), 'answered 200, but the body is encoded as gzip'],
] as const)('an answer that cannot be read says why', async (step, words) => {
  const { baseUrl } = await startScript(step);
  const { client } = aClient(baseUrl, { timeouts: { tryMs: 300 }, maxRetries: 0 });
  const error = await failureOf(client.documents.retrieve(ID), EsignError);
  expect(error.message).toContain(words);
});

function writeAndWait(socket: { write(text: string): unknown }) {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{');
}

function dripping(socket: import('node:net').Socket) {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer));
}

test('an undefined limit is the default', async () => {
  const { baseUrl } = await startScript(replyJson(200, aDocument()));
  const none: Record<string, number> = JSON.parse('{}');
  const timeouts = { totalMs: none.totalMs, tryMs: none.tryMs, connectMs: none.connectMs };
  const { client } = aClient(baseUrl, { timeouts });
  expect(await client.documents.retrieve(ID)).toEqual(aDocument());
});

test('each attempt has a limit of its own', async () => {
  const { baseUrl, requests } = await startScript(silent, replyJson(200, aDocument()));
  const { client } = aClient(baseUrl, { timeouts: { tryMs: 1_000 } });
  expect(await client.documents.retrieve(ID)).toEqual(aDocument());
  expect(requests).toHaveLength(2);
});

test('the reason of an abort becomes the cause, and nothing is retried', async () => {
  const controller = new AbortController();
  const { baseUrl, requests } = await startScript(() => controller.abort('enough'));
  const call = aClient(baseUrl).client.documents.retrieve(ID, { signal: controller.signal });
  expect(await failureOf(call, AbortedError)).toMatchObject({ cause: 'enough', opened: true });
  expect(requests).toHaveLength(1);
});

test('an aborted wait between two attempts ends the call', async () => {
  const { baseUrl } = await startScript(reply(429, '', 'Retry-After: 30'));
  const controller = new AbortController();
  const hooks = { onRetry: () => setTimeout(() => controller.abort('enough'), 10) };
  const client = new EsignClient({ baseUrl, apiKey: TEST_KEY, hooks });
  const call = client.documents.retrieve(ID, { signal: controller.signal });
  expect(await failureOf(call, AbortedError)).toMatchObject({ cause: 'enough', opened: false });
});

test('calls leave no listener on a long-lived signal', async () => {
  const { baseUrl } = await startScript(
    replyJson(200, aDocument()),
    resets,
    replyJson(200, aDocument()),
    reply(404, ''),
  );
  const { client } = aClient(baseUrl);
  const { signal } = new AbortController();
  await client.documents.retrieve(ID, { signal });
  await client.documents.retrieve(ID, { signal });
  await client.documents.retrieve(ID, { signal }).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('awaiting only the response causes no unhandled rejection', async () => {
  const { baseUrl } = await startScript(reply(404, ''));
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
  });
  await failureOf(aClient(baseUrl).client.documents.retrieve(ID).withResponse(), ApiError);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(unhandled).toEqual([]);
});

test('a response that is too large is dropped', async () => {
  const { baseUrl } = await startScript((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const piece = Buffer.alloc(1024 * 1024, 32);
    const pump = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pump);
    pump();
  });
  const call = aClient(baseUrl, { maxRetries: 0 }).client.documents.retrieve(ID);
  expect((await failureOf(call, ResponseShapeError)).message).toContain('larger than');
});

test('calls that fail together use up the retries of a client', async () => {
  const { baseUrl, requests } = await startScript(reply(503, ''));
  const { client } = aClient(baseUrl, { maxRetries: 9 });
  const call = () => failureOf(client.documents.retrieve('doc_1'), ApiError);
  expect((await call()).attempts).toBe(10);
  await Promise.all(Array.from({ length: 50 }, call));
  const before = requests.length;
  expect([(await call()).attempts, requests.length - before]).toEqual([1, 1]);
});
