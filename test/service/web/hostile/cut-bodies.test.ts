import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Route } from '../../../support/hostile/every-route.ts';
import { expectOwnWords, openRouteWalk } from '../../../support/hostile/route-walk.ts';

const { named, app, log, visitorOf } = await openRouteWalk();
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));

/** Sends the beginning of a request and nothing more, but still reads: all that is answered until the service closes. */
function sendCut(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
    socket.once('end', () => {
      socket.end();
      resolve(Buffer.concat(chunks).toString());
    });
    socket.end(text, 'latin1');
  });
}

const BOUNDARY = 'b';
/** Content types, and the beginnings of bodies. */
const CUT: readonly (readonly [what: string, headers: string, body: string])[] = [
  ['a form', 'Content-Type: application/x-www-form-urlencoded', 'a=1&b'],
  ['JSON', 'Content-Type: application/json', '{"a":'],
  [
    'a file',
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG`,
  ],
  [
    'the head of a part',
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `--${BOUNDARY}\r\nContent-Disp`,
  ],
  [
    'a compressed form',
    'Content-Type: application/x-www-form-urlencoded\r\nContent-Encoding: gzip',
    '\x1f\x8b\x08\0\0',
  ],
];

async function cutRequest(route: Route, [, type, body]: (typeof CUT)[number]): Promise<string> {
  const { headers, addressWith } = await visitorOf(route);
  const own = Object.entries({ ...headers, 'content-type': undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return await sendCut(
    `POST ${addressWith()} HTTP/1.1\r\nHost: esign.example.in\r\n${own}${type}\r\nContent-Length: 5000\r\n\r\n${body}`,
  );
}

const FORMS = named.filter(([, { method }]) => method === 'POST');

test.each(FORMS)(
  '%s answers a body that is cut in words of its own, or not at all',
  async (_name, route) => {
    log.length = 0;
    for (const cut of CUT) {
      const answer = await cutRequest(route, cut);
      const [head = ''] = answer.split('\r\n\r\n', 1);
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
      const bytes = Buffer.from(answer).subarray(Buffer.byteLength(head) + 4);
      const body = bytes.subarray(0, length).toString();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 400);
      expect(status, `${cut[0]}: ${answer.slice(0, 300)}`).toBeLessThan(500);
      const isGarbled = head.includes('400 Bad Request');
      const type = /^content-type: (.*)$/im.exec(head)?.[1];
      if (!isGarbled)
        expectOwnWords(
          route,
          { statusCode: status, body, headers: { 'content-type': type } },
          cut[0],
        );
    }
    expect(log).toEqual([]);
  },
);

test('a service that got cut bodies still answers', async () => {
  expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' });
});
