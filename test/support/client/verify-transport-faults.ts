import { expect, test } from 'vitest';
import type {
  FailurePhase,
  TransportFailure,
  TransportRequest,
} from '../../../src/client/index.ts';
import { startLocalTcp } from '../network/local-tcp.ts';
import type { Step } from '../network/scripted-tcp.ts';
import {
  closes,
  reply,
  resets,
  silent,
  startScript,
  writeAndClose,
} from '../network/scripted-tcp.ts';
import { startTlsServer } from '../network/tls-server.ts';
import type { MakeTransport } from './transport-world.ts';
import { failureIn, PATIENT, readFrom, refusedUrl, requestTo, textOf } from './transport-world.ts';

/** A fault: its name, a request that meets it, and the expected failure. */
type Fault = readonly [
  what: string,
  meet: () => Promise<TransportRequest>,
  expected: Partial<TransportFailure>,
];

const SHORT = { ...PATIENT, connectMs: 250 };

const UNSENT: readonly Fault[] = [
  ['a refused connection', async () => requestTo(await refusedUrl()), { phase: 'connect' }],
  ['a port that browsers refuse', async () => requestTo('http://127.0.0.1:6666/'), {}],
  [
    'a name that does not resolve',
    async () => requestTo('http://no-such-host.invalid/'),
    { phase: 'dns' },
  ],
  [
    'a header that HTTP cannot carry',
    async () => requestTo('http://127.0.0.1:9/', { headers: { a: 'b\r\nc: d' } }),
    {},
  ],
  [
    'a certificate that nobody vouches for',
    async () => requestTo((await startTlsServer()).url),
    { phase: 'tls' },
  ],
  [
    'a server that speaks no TLS',
    async () =>
      requestTo((await startScript(silent)).baseUrl.replace('http:', 'https:'), { limits: SHORT }),
    { limit: 'connect' },
  ],
  [
    'a handshake that is answered in plain text',
    async () =>
      requestTo(
        (await startLocalTcp((socket) => socket.end('HTTP/1.1 400 no\r\n\r\n'))).replace(
          'http:',
          'https:',
        ),
      ),
    { phase: 'tls' },
  ],
  [
    'a handshake that stalls',
    async () =>
      requestTo((await startLocalTcp(() => undefined)).replace('http:', 'https:'), {
        limits: SHORT,
      }),
    { limit: 'connect' },
  ],
  [
    'an aborted signal',
    async () => requestTo(await refusedUrl(), { signal: AbortSignal.abort('changed my mind') }),
    { cause: 'changed my mind' },
  ],
];

const write =
  (text: string): Step =>
  (socket) =>
    socket.write(text);
const PART = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc';
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab';

/** Faults after the server has read the request: its reaction, and the expected failure. */
const SENT: ReadonlyArray<readonly [string, Step, Partial<TransportFailure>]> = [
  ['closed without an answer', closes, { phase: 'sent' }],
  ['reset without an answer', resets, { phase: 'sent' }],
  ['an answer that is no HTTP', writeAndClose('SSH-2.0-OpenSSH\r\n'), { phase: 'sent' }],
  ['a switch of protocols that nobody asked for', write(UPGRADE), { phase: 'sent' }],
  ['headers beyond all measure', reply(200, '', `X: ${'a'.repeat(70_000)}`), { phase: 'sent' }],
  ['headers that are cut', writeAndClose('HTTP/1.1 200 OK\r\nContent-'), { phase: 'sent' }],
  ['a body cut before its announced length', writeAndClose(PART), { phase: 'answer' }],
  ['a chunked body that is cut', writeAndClose(CHUNKED), { phase: 'answer' }],
];

const met = async (step: Step, more: Partial<TransportRequest> = {}) =>
  requestTo((await startScript(step)).baseUrl, more);

const UNKNOWN: readonly Fault[] = [
  ...SENT.map(([what, step, expected]): Fault => {
    return [what, () => met(step, { body: Buffer.from('x') }), expected];
  }),
  [
    'silence',
    () => met(silent, { limits: { ...PATIENT, headersMs: 100 } }),
    { phase: 'sent', limit: 'headers' },
  ],
  [
    'a body that stalls',
    () => met(write(PART), { limits: { ...PATIENT, bodyIdleMs: 100 } }),
    { phase: 'answer', limit: 'body' },
  ],
  [
    'accepted and closed before reading',
    async () => requestTo(await startLocalTcp((socket) => socket.destroy())),
    {},
  ],
  [
    'closed in the middle of the request',
    async () => {
      const url = await startLocalTcp((socket) =>
        socket.once('data', () => socket.resetAndDestroy()),
      );
      const body = Buffer.alloc(30 * 1024 * 1024);
      return requestTo(url, { body, headers: { 'content-length': String(body.byteLength) } });
    },
    { phase: 'sent' },
  ],
];

/** The contract of a transport for failures: whether the service can have got the request, and how far it came. */
export function verifyTransportFaults(make: MakeTransport): void {
  test.each(UNSENT)('%s proves that nothing was sent', async (_, meet, expected) => {
    expect(await failureIn(make, await meet())).toMatchObject({ opened: false, ...expected });
  });

  verifyUnknownFaults(make);
}

/** The failures after which the service may have got the request; `before` is the phase of those before a response. */
export function verifyUnknownFaults(make: MakeTransport, before: FailurePhase = 'sent'): void {
  test.each(UNKNOWN)('%s leaves the outcome unknown', async (_, meet, expected) => {
    const isBefore = expected.phase === 'sent' && expected.limit === undefined;
    const wanted = isBefore ? { ...expected, phase: before } : expected;
    expect(await failureIn(make, await meet())).toMatchObject({ opened: true, ...wanted });
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
    const transport = make();
    const read = async () => textOf(await transport.send(readFrom(url)));
    expect(await read()).toBe('ok');
    const failure = await read().catch((error: unknown) => error);
    transport.close?.();
    expect(failure).toMatchObject({ name: 'TransportFailure', opened: true });
  });

  test.each([
    ['waiting for the answer', silent],
    ['reading the body', write(PART)],
  ])('an abort while %s ends it with its reason', async (_, step) => {
    const controller = new AbortController();
    const abortAfter: Step = (socket, text) => {
      step(socket, text);
      setTimeout(() => controller.abort('enough'), 20);
    };
    const request = await met(abortAfter, { signal: controller.signal });
    expect(await failureIn(make, request)).toMatchObject({ opened: true, cause: 'enough' });
  });
}
