import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { makeTlsIdentity } from '../../support/network/tls-identity.ts';
import { listenLocally, startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { deliveryTo, openSender } from '../../support/outbox/open-sender.ts';

async function startTls(sessions: boolean[]) {
  const { certificate, privateKey } = await makeTlsIdentity('localhost');
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    sessions.push((request.socket as TLSSocket).isSessionReused());
    response.writeContinue();
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const url = (await listenLocally(server)).replace('http://127.0.0.1', 'https://localhost');
  return { url, certificate };
}

test('a retry over TLS to a trusted receiver, and to no other, resumes the session before it', async () => {
  const sessions: boolean[] = [];
  const { url, certificate } = await startTls(sessions);
  const sender = openSender({ trustedRoots: [certificate] });
  for (const attempt of [1, 2]) {
    const { ok, exchange } = await sender.deliver(deliveryTo(url, attempt));
    const { lookupMs, connectMs, tlsMs, firstByteMs } = exchange!.times;
    const order = [lookupMs, connectMs, tlsMs, firstByteMs].map(Number);
    expect([ok, order]).toEqual([true, [...order].sort((a, b) => a - b)]);
  }
  expect(sessions).toEqual([false, true]);
  expect(await openSender().deliver(deliveryTo(url))).toMatchObject({ error: 'tls_error' });
});

test('over an established connection only the first byte is timed', async () => {
  const { url, certificate } = await startTls([]);
  const sender = openSender({ trustedRoots: [certificate] });
  await sender.deliver(deliveryTo(url));
  const { exchange } = await sender.deliver(deliveryTo(url));
  expect(exchange).toMatchObject({
    remoteAddress: '127.0.0.1',
    times: { lookupMs: null, connectMs: null, tlsMs: null, firstByteMs: expect.any(Number) },
  });
});

test('a certificate for another host is a TLS error, for a name and for an address', async () => {
  const { certificate, privateKey } = await makeTlsIdentity('elsewhere.example.com');
  const url = await listenLocally(createServer({ cert: certificate, key: privateKey }));
  const sender = openSender({ trustedRoots: [certificate] });
  for (const host of ['localhost', '127.0.0.1']) {
    const target = url.replace('http://127.0.0.1', `https://${host}`);
    const result = await sender.deliver(deliveryTo(target));
    expect(result).toMatchObject({ ok: false, error: 'tls_error' });
  }
});

test('a receiver without TLS is a TLS error if the URL asks for it', async () => {
  const { url, received } = await startLocalReceiver();
  const result = await openSender().deliver(deliveryTo(url.replace('http:', 'https:')));
  expect(result).toMatchObject({ ok: false, error: 'tls_error' });
  expect(received).toHaveLength(0);
});

test('a receiver that prefers HTTP/2 is spoken to in HTTP/1.1', async () => {
  const { certificate, privateKey } = await makeTlsIdentity('localhost');
  const versions: string[] = [];
  const options = { cert: certificate, key: privateKey, allowHTTP1: true };
  const server = createSecureServer(options, (request, response) => {
    versions.push(request.httpVersion);
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const { port } = await new Promise<{ port: number }>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as { port: number }));
  });
  const sender = openSender({ trustedRoots: [certificate] });
  const result = await sender.deliver(deliveryTo(`https://localhost:${port}/`));
  await sender.close();
  await new Promise((resolve) => server.close(resolve));
  expect(result).toMatchObject({ ok: true, status: 204 });
  expect(versions).toEqual(['1.1']);
});

test.each([
  ['TLSv1.3', { ok: true, status: 204 }],
  ['TLSv1.2', { ok: true, status: 204 }],
  ['TLSv1.1', { ok: false, error: 'tls_error' }],
  ['TLSv1', { ok: false, error: 'tls_error' }],
] as const)('a receiver with %s alone: %o', async (version, outcome) => {
  const { certificate: cert, privateKey: key } = await makeTlsIdentity('localhost');
  const versions = { minVersion: version, maxVersion: version, ciphers: 'ALL@SECLEVEL=0' } as const;
  const server = createServer({ cert, key, ...versions }, (request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const url = (await listenLocally(server)).replace('http://127.0.0.1', 'https://localhost');
  const sender = openSender({ trustedRoots: [cert] });
  expect(await sender.deliver(deliveryTo(url))).toMatchObject(outcome);
});
