import { createHash, X509Certificate } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { keySha256Of } from '../../../../src/pdf/cms/certificates.ts';
import { openApi } from '../../../support/service/call-service.ts';

const { service } = await openApi();

const get = (headers: Record<string, string> = {}) =>
  service.app.inject({ url: '/verify', headers });

test('anybody gets the page that verifies files, with what this service trusts', async () => {
  const { statusCode, headers, body } = await get();
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['set-cookie']).toBeUndefined();
  const [, data = ''] = /id="trust">([^<]*)</.exec(body) ?? [];
  const { roots, seals, service: address } = JSON.parse(data);
  const { gateways, seals: own, links } = service.deps;
  expect(address).toBe(links.baseUrl);
  const known = roots.map(({ der }: { der: string }) => der);
  for (const root of gateways.flatMap((gateway) => gateway.roots)) {
    expect(known).toContain(root.toString('base64'));
    const { fingerprint256 } = new X509Certificate(root);
    const sha256 = fingerprint256.replaceAll(':', '').toLowerCase();
    expect(roots).toContainEqual(expect.objectContaining({ sha256 }));
  }
  expect(new Set(known).size).toBe(known.length);
  expect(seals.map(({ keySha256 }: { keySha256: string }) => keySha256)).toEqual(
    own.map(({ certificate }) => keySha256Of(certificate)),
  );
});

test('its policy allows its own script and style, and no connection', async () => {
  const { headers, body } = await get();
  const policy = String(headers['content-security-policy']);
  for (const part of ["default-src 'none'", "connect-src 'none'", "frame-ancestors 'none'"])
    expect(policy.split('; ')).toContain(part);
  for (const tag of ['script', 'style']) {
    const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(body) ?? [];
    const hash = createHash('sha256').update(text).digest('base64');
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  }
});

test('it is compressed where the browser accepts it, and not sent again', async () => {
  const plain = await get();
  const packed = await get({ 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  const again = await get({ 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
