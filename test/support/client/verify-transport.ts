import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import type { TransportRequest } from '../../../src/client/index.ts';
import { serveHttp } from '../network/http-server.ts';
import { startLocalTcp } from '../network/local-tcp.ts';
import { reply, startScript, writeAndClose } from '../network/scripted-tcp.ts';
import { startTlsServer } from '../network/tls-server.ts';
import type { MakeTransport } from './transport-world.ts';
import { opened, readFrom, requestTo, textOf } from './transport-world.ts';

const TWO_BYTES = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** The contract of a transport for responses: it adds, follows and hides nothing. */
export function verifyTransport(make: MakeTransport): void {
  const send = (request: TransportRequest) => opened(make).send(request);

  test('a request is sent unchanged, and its response returned unchanged', async () => {
    const { baseUrl, requests } = await startScript(reply(418, 'short', 'X-Pot: tea'));
    const body = Buffer.from('{"n":1}');
    const headers = { authorization: 'Bearer k', 'content-length': '7' };
    const answer = await send(requestTo(`${baseUrl}/a%2Fb?c=d%20e`, { body, headers }));
    expect([answer.status, answer.headers['x-pot']]).toEqual([418, 'tea']);
    expect(await textOf(answer)).toBe('short');
    expect(requests[0]).toMatch(/^POST \/a%2Fb\?c=d%20e HTTP\/1\.1\r\n/);
    expect(requests[0]).toMatch(/\r\n\r\n\{"n":1\}$/);
    const names = [...(requests[0] ?? '').matchAll(/^([\w-]+):/gm)].map(([, name]) => name);
    expect(names.map((name) => name?.toLowerCase()).sort()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'host',
    ]);
  });

  test('a large body tells how far it has come, and arrives unchanged', async () => {
    const body = Buffer.alloc(300_000, 'esign');
    const received: Buffer[] = [];
    const { baseUrl } = await serveHttp((request, response) => {
      received.push(request.body);
      response.end('ok');
    });
    const told: number[] = [];
    const headers = { 'content-length': String(body.byteLength) };
    const onSent = (bytes: number) => void told.push(bytes);
    await textOf(await send(requestTo(baseUrl, { body, headers, onSent })));
    expect(received[0]?.equals(body)).toBe(true);
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual([...told].sort((one, other) => one - other));
    expect(told.at(-1)).toBe(body.byteLength);
  });

  test('certificates of a private authority are trusted', async () => {
    const { url, ca } = await startTlsServer();
    expect(await textOf(await opened(make, { tls: { ca } }).send(requestTo(url)))).toBe('secure');
    expect(await textOf(await opened(make, { tls: { ca } }).send(readFrom(url)))).toBe('secure');
  });

  test('an early refusal during a large upload is seen', async () => {
    let reset = () => {};
    const url = await startLocalTcp((socket) => {
      reset = () => socket.resetAndDestroy();
      socket.once('data', () => {
        socket.pause();
        socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const body = Buffer.alloc(30 * 1024 * 1024);
    const headers = { 'content-length': String(body.byteLength) };
    const answer = await send(requestTo(url, { body, headers }));
    // Not before it was read: a reset may discard it (RFC 9112, 9.6)
    reset();
    expect([answer.status, await textOf(answer)]).toEqual([413, '']);
  });

  verifyAnswers(make);
  verifyConnections(make);
}

/** What holds of a response over any transport, `fetch` included. */
export function verifyAnswers(make: MakeTransport): void {
  const send = (request: TransportRequest) => opened(make).send(request);

  test('a write without a body says that it has none', async () => {
    const { baseUrl, requests } = await startScript(reply(200, ''));
    await textOf(await send(requestTo(baseUrl)));
    expect(requests[0]).toMatch(/^content-length: 0\r$/im);
  });

  test('a body without a length looks complete when it is cut off', async () => {
    const { baseUrl } = await startScript(writeAndClose('HTTP/1.1 200 OK\r\n\r\npart'));
    expect(await textOf(await send(requestTo(baseUrl)))).toBe('part');
  });

  test('redirects are responses, never followed', async () => {
    const { baseUrl, requests } = await startScript(reply(302, '', 'Location: /elsewhere'));
    const { status, headers, discard } = await send(requestTo(baseUrl));
    discard();
    expect([status, headers.location, requests.length]).toEqual([302, '/elsewhere', 1]);
  });

  test('interim responses are skipped', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    const { baseUrl } = await startScript((socket) => socket.write(`${hint}${TWO_BYTES}`));
    expect(await textOf(await send(requestTo(baseUrl)))).toBe('ok');
  });

  test('headers with hostile names and bytes are headers like any other', async () => {
    const { baseUrl } = await startScript(
      reply(200, '', '__proto__: x', 'constructor: y', 'X-Two: a', 'x-two: b', 'X-Latin: \xe9'),
    );
    const { headers } = await send(requestTo(baseUrl));
    expect(Object.entries(headers)).toContainEqual(['__proto__', 'x']);
    expect([headers.constructor, headers['x-two']]).toEqual(['y', 'a, b']);
    expect(Object.getPrototypeOf(headers)).toBeNull();
  });

  test('a discarded body frees its connection and its listener', async () => {
    const { signal } = new AbortController();
    const closed = new Promise<void>((resolve) => {
      void startScript((socket) => {
        socket.on('close', () => resolve());
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc');
      }).then(async ({ baseUrl }) =>
        (await opened(make).send(requestTo(baseUrl, { signal }))).discard(),
      );
    });
    await closed;
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
}

function verifyConnections(make: MakeTransport): void {
  test('reads share a connection, writes have one of their own', async () => {
    let connections = 0;
    const url = await startLocalTcp((socket) => {
      connections += 1;
      socket.on('data', () => socket.write(TWO_BYTES));
    });
    const transport = opened(make);
    await textOf(await transport.send(readFrom(url)));
    // A connection may be kept back for one turn, in which a hasty server would close it
    await new Promise((resolve) => setTimeout(resolve, 10));
    await textOf(await transport.send(readFrom(url)));
    expect(connections).toBe(1);
    await textOf(await transport.send(requestTo(url)));
    await textOf(await transport.send(requestTo(url)));
    expect(connections).toBe(3);
  });
}
