import { createHash, createHmac } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findLocally } from '../../../src/network/find-addresses.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { BODY, deliveryTo, openSender, SECRET } from '../../support/outbox/open-sender.ts';

test('a delivery carries the exact bytes, its signature and its headers', async () => {
  const { url, received } = await startLocalReceiver();
  const delivery = deliveryTo(`${url}/hook?a=1`, 3);
  const result = await openSender().deliver(delivery);
  expect(result).toMatchObject({ ok: true, status: 204, error: null, retryAfterMs: null });
  const [got] = received;
  expect(got).toMatchObject({ method: 'POST', path: '/hook?a=1' });
  expect(got!.body.equals(BODY)).toBe(true);
  const expected = createHmac('sha256', SECRET).update(BODY).digest('hex');
  expect(got!.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(BODY.length),
    'user-agent': 'esign/test',
    accept: '*/*',
    'accept-encoding': 'identity',
    'x-service-signature': `sha256=${expected}`,
    'x-service-event': 'signer.signed',
    'x-service-delivery': delivery.id,
    'x-service-attempt': '3',
  });
  expect(got!.headers['transfer-encoding']).toBeUndefined();
});

test.each([
  [299, true, null],
  [300, false, 'redirect'],
  [410, false, 'http_410'],
])('a status of %i is a success: %s', async (status, ok, error) => {
  const { url } = await startLocalReceiver((response) => response.writeHead(status).end('said'));
  const result = await openSender().deliver(deliveryTo(url));
  expect(result).toMatchObject({ ok, status, error, body: 'said' });
});

test('a redirect to an inner address is not followed', async () => {
  const inner = await startLocalReceiver();
  const { url } = await startLocalReceiver((response) =>
    response.writeHead(307, { Location: `${inner.url}/latest/meta-data` }).end(),
  );
  const result = await openSender().deliver(deliveryTo(url));
  expect(result).toMatchObject({ ok: false, status: 307, error: 'redirect' });
  expect(inner.received).toHaveLength(0);
});

test('a NUL in a response does not reach the log', async () => {
  const { url } = await startLocalReceiver((response) => response.end('a\0b'));
  expect((await openSender().deliver(deliveryTo(url))).body).toBe('a\ufffdb');
});

test('a port without a listener is a refused connection', async () => {
  const result = await openSender().deliver(deliveryTo('http://127.0.0.1:1/hook'));
  expect(result).toMatchObject({ ok: false, error: 'connection_refused' });
});

test('a name that does not exist is a DNS error', async () => {
  const result = await openSender().deliver(deliveryTo('http://nobody.invalid/hook'));
  expect(result).toMatchObject({ ok: false, error: 'dns_error' });
});

test('while loopback is closed it is not reached, however it is written', async () => {
  const { url, received } = await startLocalReceiver();
  const sender = openSender({ allowLoopback: false, find: findLocally });
  const numbers = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0'];
  for (const host of [...numbers, '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    const result = await sender.deliver(deliveryTo(`http://${host}:${new URL(url).port}/`));
    expect([host, result.ok, result.error]).toEqual([host, false, 'blocked_address']);
  }
  expect(received).toHaveLength(0);
});

test('the next address is tried if one does not answer', async () => {
  const { url } = await startLocalReceiver();
  const find = async () => [
    { address: '127.0.0.2', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const sender = openSender({ find });
  const target = url.replace('127.0.0.1', 'several.example.com');
  const { ok, exchange } = await sender.deliver(deliveryTo(target));
  expect([ok, exchange?.remoteAddress]).toEqual([true, '127.0.0.1']);
});

test('an address that leads to a refused one is refused after connecting', async () => {
  const { url, received } = await startLocalReceiver();
  const find = async () => [{ address: '0.0.0.0', family: 4 }];
  const sender = openSender({ allowLoopback: false, allow: ['0.0.0.0/32'], find });
  const target = url.replace('127.0.0.1', 'everywhere.example.com');
  const { error, exchange } = await sender.deliver(deliveryTo(target));
  expect([error, exchange?.remoteAddress]).toEqual(['blocked_address', '127.0.0.1']);
  expect(received).toHaveLength(0);
});

test.each(['http://1.1.1.1/hook', 'http://hooks.example.com/hook'])(
  '%s is not reached, since it is public and without TLS',
  async (url) => {
    const find = async () => [{ address: '1.1.1.1', family: 4 }];
    for (const allowLoopback of [true, false]) {
      const result = await openSender({ allowLoopback, find }).deliver(deliveryTo(url));
      expect(result).toMatchObject({ ok: false, error: 'insecure_url' });
    }
  },
);

test('a name is looked up at each connection, and refused once it turns to an inner address', async () => {
  const { url, received } = await startLocalReceiver();
  const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.1'];
  let lookups = 0;
  const find = async () => {
    lookups += 1;
    return [{ address: answers[lookups - 1] ?? '', family: 4 }];
  };
  const sender = openSender({ find });
  const target = url.replace('127.0.0.1', 'rebinding.example.com');
  const errors: (string | null)[] = [];
  for (const attempt of [2, 3, 4]) {
    errors.push((await sender.deliver(deliveryTo(target, attempt))).error);
  }
  expect(errors).toEqual([null, 'blocked_address', null]);
  expect([lookups, received.length]).toEqual([3, 2]);
});

test('no proxy of the environment is used', async () => {
  const { url, received } = await startLocalReceiver();
  const proxy = await startLocalReceiver();
  vi.stubEnv('HTTP_PROXY', proxy.url);
  vi.stubEnv('http_proxy', proxy.url);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await openSender().deliver(deliveryTo(url))).toMatchObject({ ok: true });
  expect([received.length, proxy.received.length]).toEqual([1, 0]);
});

test('the log holds the request, the receiver’s address, the times and the response', async () => {
  const { url } = await startLocalReceiver((response) =>
    response
      .writeHead(302, {
        Location: 'https://example.com/elsewhere',
        Server: 'nginx',
        'X-Request-Id': 'r1',
        'Set-Cookie': 'session=theirs',
      })
      .end('moved'),
  );
  const delivery = deliveryTo(url.replace('127.0.0.1', 'localhost'));
  const { exchange } = await openSender().deliver(delivery);
  const signature = createHmac('sha256', SECRET).update(BODY).digest('hex');
  expect(exchange).toMatchObject({
    requestHeaders: {
      'X-Service-Signature': `sha256=${signature}`,
      'X-Service-Delivery': delivery.id,
      'X-Service-Attempt': '1',
    },
    secretFingerprint: createHash('sha256').update(SECRET).digest('hex').slice(0, 8),
    remoteAddress: '127.0.0.1',
    times: { tlsMs: null },
    answerHeaders: {
      location: 'https://example.com/elsewhere',
      server: 'nginx',
      'x-request-id': 'r1',
    },
    truncated: false,
  });
  expect(exchange?.answerHeaders).not.toHaveProperty('set-cookie');
  expect(JSON.stringify(exchange)).not.toContain(SECRET);
  const { lookupMs, connectMs, firstByteMs } = exchange!.times;
  const order = [lookupMs, connectMs, firstByteMs];
  expect(order.every((ms) => typeof ms === 'number')).toBe(true);
  expect(order).toEqual([...order].sort((a, b) => Number(a) - Number(b)));
});

test('the log names the address that refused', async () => {
  const { exchange } = await openSender().deliver(deliveryTo('http://127.0.0.1:1/hook'));
  expect(exchange).toMatchObject({ remoteAddress: '127.0.0.1', times: { firstByteMs: null } });
});

test('a URL that is none of the web is refused', async () => {
  const delivery = deliveryTo('http://asha:secret@127.0.0.1/');
  expect(await openSender().deliver(delivery)).toMatchObject({ error: 'invalid_url' });
});
