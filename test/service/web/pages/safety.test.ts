import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { REQUEST_LIMITS } from '../../../../src/service/web/kit/limit-addresses.ts';
import { EN } from '../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../src/service/web/pages/words/hi.ts';
import { ASHA, openApi, signBy, stateIn } from '../../../support/service/call-service.ts';

const { service, user } = await openApi({ credits: 1000 });

const WORDS = { en: EN, hi: HI };

const send = async () => (await user.send(ASHA)).links[0] ?? '';

const consentFrom = (url: string, headers: Record<string, string>) =>
  service.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      host: 'esign.example.in',
      ...headers,
    },
    payload: 'consent=yes&read=pages',
  });

describe('consent', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['another origin, in an old browser', { origin: 'https://evil.example.com' }],
    ['an origin that is none', { origin: 'evil' }],
  ])('posted from %s signs nothing', async (_where, headers) => {
    const url = await send();
    const page = await consentFrom(url, headers);
    expect(page.statusCode).toBe(403);
    expect(stateIn(page)).toBe('failed');
    expect(page.body).toContain('did not come from this page. Nothing was signed.');
    expect(page.body).toContain('contract.pdf');
  });

  test.each([
    ['the signer’s page', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['a page that a browser opened again', { 'sec-fetch-site': 'none' }],
    ['our own origin, in an old browser', { origin: 'http://esign.example.in' }],
    ['no origin', {}],
  ])('posted from %s leads to the authority', async (_where, headers) => {
    expect(stateIn(await consentFrom(await send(), headers))).toBe('to-gateway');
  });
});

describe('too many requests', () => {
  // Each minute counts anew, and none may end within a test.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('for one link get its page with Retry-After, which reads the document once, and other links keep working', async () => {
    const [url, other] = [await send(), await send()];
    for (let count = 0; count < REQUEST_LIMITS.link; count += 1)
      await service.app.inject(`${url}/state`);
    const reads = vi.spyOn(service.deps.store, 'findDocumentOfSigner');
    onTestFinished(() => reads.mockRestore());
    for (const language of ['en', 'hi'] as const) {
      const page = await service.app.inject({ url, headers: { 'accept-language': language } });
      expect(page.statusCode).toBe(429);
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(page.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(page.body).toContain(`<html lang="${language}">`);
      expect(stateIn(page)).toBe('failed');
      expect(page.body).toContain(WORDS[language].turn.problems['too-fast']);
      expect(page.body).toContain('<h1 dir="auto">');
      expect(page.body).toContain('<p class="test"');
    }
    for (let count = 0; count < 3 * REQUEST_LIMITS.link; count += 1)
      await service.app.inject(`${url}/state`);
    const headers = { accept: 'text/html,*/*' };
    const beyond = await service.app.inject({ url: `${url}/document.pdf`, headers });
    expect([beyond.statusCode, stateIn(beyond)]).toEqual([429, 'failed']);
    expect(beyond.body).toContain('contract.pdf');
    expect(reads).toHaveBeenCalledOnce();
    const loaded = await service.app.inject(`${url}/document.pdf`);
    expect([loaded.statusCode, stateIn(loaded)]).toEqual([429, 'too-many']);
    expect((await service.app.inject(other)).statusCode).toBe(200);
  });

  test('for one signer are counted over all their links, and never for one that is misspelled', async () => {
    const url = await send();
    await signBy(service, url);
    const { location } = (await service.app.inject(`${url}/download`)).headers;
    const download = new URL(String(location)).pathname;
    for (let count = 0; count < REQUEST_LIMITS.link; count += 1)
      await service.app.inject(`${url}.${count}`);
    const both = [`${url}/state`, { method: 'HEAD', url: download }] as const;
    for (const request of both) expect((await service.app.inject(request)).statusCode).toBe(200);
    for (let count = 0; count < REQUEST_LIMITS.link; count += 1)
      await service.app.inject(`${url}/state`);
    for (const request of both) expect((await service.app.inject(request)).statusCode).toBe(429);
  });

  test('from one address are refused, and other addresses and the API keep working', async () => {
    const url = await send();
    const from = (remoteAddress: string) => service.app.inject({ url: '/nothing', remoteAddress });
    for (let count = 0; count < REQUEST_LIMITS.address; count += 1) await from('192.0.2.1');
    expect((await from('192.0.2.1')).statusCode).toBe(429);
    expect((await from('192.0.2.2')).statusCode).toBe(404);
    expect((await service.app.inject({ url, remoteAddress: '192.0.2.2' })).statusCode).toBe(200);
    const api = { url: '/api/v1/documents', headers: user.account.headers };
    expect((await service.app.inject({ ...api, remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
  });
});

test('every page allows our own files only, sends no referrer and is not cached', async () => {
  const url = await send();
  for (const path of [url, `${url}/state`, `${url}/pages`]) {
    const { headers } = await service.app.inject(path);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';style-src 'self';script-src 'self';img-src 'self';connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
  }
});

test.each([
  ['a further part', (link: string) => `${link}.x`],
  ['padding', (link: string) => `${link}=`],
  ['an escaped line feed', (link: string) => `${link}%0A`],
  ['an escaped dot', (link: string) => link.replace('.', '%2E')],
  ['an escaped letter of the path', (link: string) => link.replace('/s', '/%73')],
])('a signing link spelled with %s is not found', async (_name, spell) => {
  const url = await send();
  const misspelled = spell(url);
  for (const below of ['', '/state', '/pages', '/document.pdf', '/download']) {
    expect((await service.app.inject(misspelled + below)).statusCode).toBe(404);
  }
  expect((await consentFrom(misspelled, {})).statusCode).toBe(404);
  expect((await service.app.inject(`${url}?lang=%68i`)).statusCode).toBe(200);
});
