import { expect, test } from 'vitest';
import { fetchBody } from '../../src/network/fetch-body.ts';
import { serveHttp } from '../support/network/http-server.ts';

/** Opens loopback, for a server of the test. */
const OPEN = { refusalOf: () => undefined };

test('a body is fetched, and one that is posted arrives', async () => {
  const { baseUrl, received } = await serveHttp(({ body }, response) =>
    response.end(body.length > 0 ? `got ${body}` : 'list'),
  );
  expect(await fetchBody({ url: `${baseUrl}/a?b=1` }, OPEN)).toEqual({
    body: Buffer.from('list'),
  });
  const post = { body: Buffer.from('question'), type: 'application/ocsp-request' };
  expect(await fetchBody({ url: baseUrl, post }, OPEN)).toEqual({
    body: Buffer.from('got question'),
  });
  expect(received).toMatchObject([
    { method: 'GET', url: '/a?b=1', headers: { host: new URL(baseUrl).host } },
    { method: 'POST', url: '/', headers: { 'content-type': 'application/ocsp-request' } },
  ]);
});

test('other statuses are failures, and redirects are not followed', async () => {
  const { baseUrl, received } = await serveHttp(({ url }, response) =>
    response.writeHead(Number(url.slice(1)), { location: '/200' }).end('page'),
  );
  expect(await fetchBody({ url: `${baseUrl}/404` }, OPEN)).toEqual({ failure: 'http_404' });
  expect(await fetchBody({ url: `${baseUrl}/204` }, OPEN)).toEqual({ failure: 'http_204' });
  expect(await fetchBody({ url: `${baseUrl}/302` }, OPEN)).toEqual({ failure: 'redirect' });
  expect(received).toHaveLength(3);
});

test('an endless body is cut off', async () => {
  const { baseUrl } = await serveHttp((_request, response) => {
    const pour = () => {
      while (response.write('0'.repeat(1000)));
    };
    response.on('drain', pour);
    pour();
  });
  const limits = { ...OPEN, maxBytes: 100_000 };
  expect(await fetchBody({ url: baseUrl }, limits)).toEqual({ failure: 'too_large' });
});

test.each([
  ['never answers', () => undefined],
  ['stops in the middle', 'half'],
])('a server that %s is given up', async (_, begun) => {
  const { baseUrl } = await serveHttp((_request, response) => {
    if (typeof begun === 'string') response.write(begun);
  });
  const limits = { ...OPEN, timeoutMs: 50 };
  expect(await fetchBody({ url: baseUrl }, limits)).toEqual({ failure: 'timeout' });
});

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])(
  'nothing is sent to %s',
  async (host) => {
    const { baseUrl, received } = await serveHttp((_request, response) => response.end('secret'));
    const url = `http://${host}:${new URL(baseUrl).port}/`;
    expect(await fetchBody({ url })).toEqual({ failure: 'blocked_address' });
    expect(received).toEqual([]);
  },
);

test.each(['http://[::1]/', 'https://10.0.0.1/', 'http://169.254.169.254/', 'http://192.168.0.1/'])(
  '%s is not public',
  async (url) => {
    expect(await fetchBody({ url })).toEqual({ failure: 'blocked_address' });
  },
);

test('an address that is refused only once the socket is connected gets no request', async () => {
  const { baseUrl, received } = await serveHttp((_request, response) => response.end('secret'));
  let asked = 0;
  const refusalOf = () => {
    asked += 1;
    return asked > 1 ? 'blocked_address' : undefined;
  };
  expect(await fetchBody({ url: baseUrl }, { refusalOf })).toEqual({
    failure: 'blocked_address',
  });
  expect(received).toEqual([]);
});

test.each(['ftp://example.in/ca', 'file:///etc/passwd', 'http://', 'http://a:b@example.in/'])(
  '%s is not asked',
  async (url) => {
    expect(await fetchBody({ url }, OPEN)).toEqual({ failure: 'invalid_url' });
  },
);
