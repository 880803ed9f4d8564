import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { weighPage } from '../../../../scripts/bench/weigh-page.ts';
import { ASHA, openApi } from '../../../support/service/call-service.ts';

/** Largest transfer size of a signer's page without the document. */
const MOST_BYTES = 60_000;

const { service, user } = await openApi();
const six = Array.from({ length: 6 }, (_, index) => ({ ...ASHA, email: `s${index}@example.in` }));
const link = (await user.send(...six)).links[0] ?? '';

const get = (url: string, encoding = 'identity') =>
  service.app.inject({ url, headers: { 'accept-encoding': encoding } });

const filesOf = (body: string) =>
  [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);

test('every file that a page loads exists, and is cached while its URL stays', async () => {
  const urls = filesOf((await get(link)).body);
  expect(urls.map((url) => url.split('?')[0]).sort()).toEqual([
    '/assets/icon.svg',
    '/assets/icon.svg',
    '/assets/scripted.js',
    '/assets/style.css',
    '/assets/viewer.js',
  ]);
  for (const url of urls) {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(
      /^(image\/svg\+xml|text\/(css|javascript); charset=utf-8)$/,
    );
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

test('files are compressed for browsers that accept it, with the same content', async () => {
  const plain = (await get('/assets/style.css')).rawPayload;
  const br = await get('/assets/style.css', 'gzip, deflate, br');
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(brotliDecompressSync(br.rawPayload).equals(plain)).toBe(true);
  const gzip = await get('/assets/style.css', 'gzip');
  expect(gunzipSync(gzip.rawPayload).equals(plain)).toBe(true);
  const page = await get(link, 'gzip');
  expect(gunzipSync(page.rawPayload).toString()).toBe((await get(link)).body);
});

test.each([
  '../listing.json',
  'listing.json',
  '..%2f..%2fpackage.json',
  'constructor',
  'pdfjs/',
  '',
])('there is no file at /assets/%s', async (name) => {
  expect((await get(`/assets/${name}`)).statusCode).toBe(404);
});

test('a signer’s page weighs at most 60 kB before the document', async () => {
  const weight = await weighPage(async (url) => (await get(url, 'gzip')).rawPayload, link);
  expect(weight).toBeGreaterThan(3000);
  expect(weight).toBeLessThanOrEqual(MOST_BYTES);
});
