import { getEventListeners } from 'node:events';
import { createServer } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import type { TransportAnswer, TransportRequest } from '../../src/client/index.ts';
import { NodeTransport, TransportFailure } from '../../src/client/index.ts';
import { failureOf } from '../support/a-client.ts';
import { startLocalTcp } from '../support/local-tcp.ts';
import type { Step } from '../support/scripted-tcp.ts';
import {
  closes,
  reply,
  resets,
  silent,
  startScript,
  writeAndClose,
} from '../support/scripted-tcp.ts';
import { makeTlsIdentity } from '../support/tls-identity.ts';

const LIMITS = { connectMs: 400, headersMs: 250, bodyIdleMs: 250 };

function requestTo(url: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: 'POST',
    url: new URL(url),
    headers: {},
    ownConnection: true,
    limits: LIMITS,
    signal: new AbortController().signal,
    ...more,
  };
}

async function textOf(answer: TransportAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function aTransport(options: ConstructorParameters<typeof NodeTransport>[0] = {}) {
  const transport = new NodeTransport(options);
  onTestFinished(() => transport.close());
  return transport;
}

async function outcome(request: TransportRequest): Promise<TransportFailure> {
  const read = async () => textOf(await aTransport().send(request));
  return failureOf(read(), TransportFailure);
}

async function refusedUrl(): Promise<string> {
  const { createServer: tcp } = await import('node:net');
  const server = tcp();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
}

async function tlsServer(host: string) {
  const { certificate, privateKey } = await makeTlsIdentity(host);
  const server = createServer({ cert: certificate, key: privateKey }, (_, response) => {
    response.end('secure');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `https://localhost:${port}/`, certificate };
}

test('a refused connection proves that nothing was sent', async () => {
  const failure = await outcome(requestTo(await refusedUrl()));
  expect(failure).toMatchObject({ phase: 'connect', opened: false });
});

test('a name that does not resolve proves that nothing was sent', async () => {
  const limits = { ...LIMITS, connectMs: 20_000 };
  const failure = await outcome(requestTo('http://no-such-host.invalid/', { limits }));
  expect(failure).toMatchObject({ phase: 'dns', opened: false });
});

test('a header that HTTP cannot carry proves that nothing was sent', async () => {
  const failure = await outcome(requestTo('http://127.0.0.1:9/', { headers: { a: 'b\r\nc: d' } }));
  expect(failure.opened).toBe(false);
});

test('a certificate that nobody vouches for proves that nothing was sent', async () => {
  const { url } = await tlsServer('localhost');
  const failure = await outcome(requestTo(url));
  expect(failure).toMatchObject({ phase: 'tls', opened: false });
});

test('a handshake that stalls ends by the limit of connecting, with nothing sent', async () => {
  const url = (await startLocalTcp(() => undefined)).replace('http:', 'https:');
  const failure = await outcome(requestTo(url));
  expect(failure).toMatchObject({ phase: 'tls', opened: false, limit: 'connect' });
});

test('a private authority makes its certificates good', async () => {
  const { url, certificate } = await tlsServer('localhost');
  const answer = await aTransport({ tls: { ca: certificate } }).send(requestTo(url));
  expect(await textOf(answer)).toBe('secure');
});

const AFTER_CONNECT: ReadonlyArray<readonly [string, Step, Partial<TransportFailure>]> = [
  ['closed without an answer', closes, { phase: 'sent' }],
  ['reset without an answer', resets, { phase: 'sent' }],
  ['silence', silent, { phase: 'sent', limit: 'headers' }],
  ['an answer that is no HTTP', writeAndClose('SSH-2.0-OpenSSH\r\n'), { phase: 'sent' }],
  ['headers beyond all measure', reply(200, '', `X: ${'a'.repeat(70_000)}`), { phase: 'sent' }],
  [
    'a body cut before its announced length',
    writeAndClose('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
    { phase: 'answer' },
  ],
  [
    'a chunked body that is cut',
    writeAndClose('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
    { phase: 'answer' },
  ],
  [
    'a body that stalls',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
    { phase: 'answer', limit: 'body' },
  ],
];

test.each(AFTER_CONNECT)('%s leaves the outcome unknown', async (_, step, expected) => {
  const { baseUrl } = await startScript(step);
  const failure = await outcome(requestTo(baseUrl, { body: Buffer.from('x') }));
  expect(failure).toMatchObject({ opened: true, ...expected });
});

test('accepted and closed before reading leaves the outcome unknown', async () => {
  const url = await startLocalTcp((socket) => socket.destroy());
  expect(await outcome(requestTo(url))).toMatchObject({ opened: true });
});

test('a body without a length that is closed looks whole: HTTP cannot tell', async () => {
  const { baseUrl } = await startScript(writeAndClose('HTTP/1.1 200 OK\r\n\r\npart'));
  expect(await textOf(await aTransport().send(requestTo(baseUrl)))).toBe('part');
});

test('an early refusal during a large upload is seen', async () => {
  const url = await startLocalTcp((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n');
      setTimeout(() => socket.resetAndDestroy(), 5);
    });
  });
  const body = Buffer.alloc(30 * 1024 * 1024);
  const headers = { 'content-length': String(body.byteLength) };
  expect((await aTransport().send(requestTo(url, { body, headers }))).status).toBe(413);
});

test('redirects are answers, never followed', async () => {
  const { baseUrl, requests } = await startScript(reply(302, '', 'Location: /elsewhere'));
  const answer = await aTransport().send(requestTo(baseUrl));
  await textOf(answer);
  expect([answer.status, answer.headers.location, requests.length]).toEqual([302, '/elsewhere', 1]);
});

test('interim answers are passed over', async () => {
  const { baseUrl } = await startScript((socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  });
  expect(await textOf(await aTransport().send(requestTo(baseUrl)))).toBe('ok');
});

test('headers with hostile names and bytes are headers like any other', async () => {
  const { baseUrl } = await startScript(
    reply(200, '', '__proto__: x', 'constructor: y', 'X-Two: a', 'x-two: b', 'X-Latin: \xe9'),
  );
  const { headers } = await aTransport().send(requestTo(baseUrl));
  expect(Object.entries(headers)).toContainEqual(['__proto__', 'x']);
  expect([headers.constructor, headers['x-two']]).toEqual(['y', 'a, b']);
  expect(Object.getPrototypeOf(headers)).toBeNull();
});

test('reads share a connection, writes have one of their own', async () => {
  let connections = 0;
  const url = await startLocalTcp((socket) => {
    connections += 1;
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  });
  const transport = aTransport();
  const read = { method: 'GET', ownConnection: false };
  await textOf(await transport.send(requestTo(url, read)));
  await textOf(await transport.send(requestTo(url, read)));
  expect(connections).toBe(1);
  await textOf(await transport.send(requestTo(url)));
  await textOf(await transport.send(requestTo(url)));
  expect(connections).toBe(3);
});

test('a kept connection that went stale counts as opened', async () => {
  let served = 0;
  const url = await startLocalTcp((socket) => {
    socket.on('data', () => {
      served += 1;
      if (served > 1) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  const transport = aTransport();
  const read = requestTo(url, { method: 'GET', ownConnection: false });
  await textOf(await transport.send(read));
  expect(await failureOf(transport.send(read), TransportFailure)).toMatchObject({ opened: true });
});

test('an aborted signal sends nothing and keeps its reason', async () => {
  const { baseUrl, requests } = await startScript(reply(200, ''));
  const signal = AbortSignal.abort(new Error('changed my mind'));
  const failure = await outcome(requestTo(baseUrl, { signal }));
  expect(failure).toMatchObject({ opened: false, cause: signal.reason });
  expect(requests).toHaveLength(0);
});

test.each([
  ['waiting for the answer', silent],
  ['reading the body', (s) => s.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')],
] satisfies ReadonlyArray<readonly [string, Step]>)(
  'an abort while %s ends it at once with its reason',
  async (_, step) => {
    const { baseUrl } = await startScript(step);
    const controller = new AbortController();
    const limits = { connectMs: 5_000, headersMs: 5_000, bodyIdleMs: 5_000 };
    setTimeout(() => controller.abort('enough'), 50);
    const failure = await outcome(requestTo(baseUrl, { signal: controller.signal, limits }));
    expect(failure).toMatchObject({ opened: true, cause: 'enough' });
  },
);

test('a discarded body frees its connection and its listener', async () => {
  const { signal } = new AbortController();
  const closed = new Promise<void>((resolve) => {
    void startScript((socket) => {
      socket.on('close', () => resolve());
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc');
    }).then(async ({ baseUrl }) =>
      (await aTransport().send(requestTo(baseUrl, { signal }))).discard(),
    );
  });
  await closed;
  await new Promise((resolve) => setImmediate(resolve));
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
