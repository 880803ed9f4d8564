import { describe, expect, test } from 'vitest';
import { hashApiKey } from '../../../src/service/core/accounts/authenticate.ts';
import { openApi } from '../../support/service/call-service.ts';

const HOUR_MS = 60 * 60_000;
const ANY_DOCUMENT = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';

const { service } = await openApi();

const list = (authorization?: string) =>
  service.app.inject({
    url: '/api/v1/documents',
    headers: authorization === undefined ? {} : { authorization },
  });

describe('a key', () => {
  test.each([
    ['as the specification writes it', (key: string) => `Bearer ${key}`],
    ['with a lower-case scheme', (key: string) => `bearer ${key}`],
    ['with an upper-case scheme', (key: string) => `BEARER ${key}`],
    ['after several spaces', (key: string) => `Bearer   ${key}`],
    ['before a trailing space', (key: string) => `Bearer ${key} `],
  ])('%s opens the API', async (_how, header) => {
    const { apiKey } = await service.account();
    expect((await list(header(apiKey))).statusCode).toBe(200);
  });

  test.each([
    ['that is missing', () => undefined],
    ['that is empty', () => ''],
    ['without a scheme', (key: string) => key],
    ['under Basic', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['under Bearer with nothing after', () => 'Bearer '],
    ['with a space inside', (key: string) => `Bearer ${key.slice(0, 9)} ${key.slice(9)}`],
    ['followed by another', (key: string) => `Bearer ${key} ${key}`],
    ['glued to its scheme', (key: string) => `Bearer${key}`],
    ['cut by a character', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['in other letter case', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['that nobody has', () => 'Bearer sk_test_nobody'],
    ['of its hash', (key: string) => `Bearer ${hashApiKey(key).toString('hex')}`],
  ])('%s is refused with 401', async (_how, header) => {
    const { apiKey } = await service.account();
    const answer = await list(header(apiKey));
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json()).toEqual({ error: 'unauthorized', message: expect.any(String) });
    expect(answer.body).not.toContain(apiKey);
  });
});

describe('a subscription', () => {
  test('that is missing gives 403 on every path of the API', async () => {
    const { headers } = await service.account({ subscription: 'none' });
    for (const [method, url] of EVERY_PATH) {
      const answer = await service.app.inject({ method, url, headers });
      expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
      expect(answer.json().error).toBe('api_access_not_enabled');
    }
  });

  test('in its trial lasts 72 hours, and no longer', async () => {
    const { headers } = await service.account({ subscription: 'trial' });
    service.advance(72 * HOUR_MS - 60_000);
    expect((await list(headers.authorization)).statusCode).toBe(200);
    service.advance(60_000);
    const answer = await list(headers.authorization);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error).toBe('api_access_not_enabled');
  });
});

const EVERY_PATH = [
  ['GET', '/api/v1/documents'],
  ['POST', '/api/v1/documents'],
  ['GET', `/api/v1/documents/${ANY_DOCUMENT}`],
  ['POST', `/api/v1/documents/${ANY_DOCUMENT}/signers`],
  ['POST', `/api/v1/documents/${ANY_DOCUMENT}/send`],
  ['GET', `/api/v1/documents/${ANY_DOCUMENT}/certificate`],
  ['GET', '/api/v1/no-such-path'],
  ['DELETE', '/api/v1/documents'],
  ['OPTIONS', '/api/v1/documents'],
  ['GET', '/api'],
  ['GET', '/api/%zz'],
] as const;

test.each(EVERY_PATH)('%s %s without a key is 401', async (method, url) => {
  const answer = await service.app.inject({ method, url });
  expect(answer.statusCode).toBe(401);
  expect(answer.json().error).toBe('unauthorized');
});

test.each([
  ['GET', '/healthz'],
  ['GET', '/openapi.json'],
] as const)('%s %s needs no key', async (method, url) => {
  expect((await service.app.inject({ method, url })).statusCode).toBe(200);
});
