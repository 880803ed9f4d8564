import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REQUEST_LIMITS } from '../../../../src/service/web/kit/limit-addresses.ts';
import { openRouteWalk } from '../../../support/hostile/route-walk.ts';

const { app, routes, named, account, visitorOf } = await openRouteWalk();

// Each minute counts anew, and none may end within a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends as many requests as an address may send in a minute, but for one. */
async function useUp(remoteAddress: string): Promise<void> {
  for (let sent = 0; sent < REQUEST_LIMITS.address - 1; sent += 1)
    await app.inject({ url: '/nothing', remoteAddress });
}

test('the routes that count for no address are those of load balancers, and files', () => {
  const uncounted = routes.filter(({ isUncounted }) => isUncounted).map(({ url }) => url);
  expect([...new Set(uncounted)].sort()).toEqual(['/assets/*', '/healthz', '/livez', '/readyz']);
});

const COUNTED = named.filter(([, { isUncounted }]) => !isUncounted);

test('an address beyond its limit is refused at every route, in its own shape, but for accounts with a key', async () => {
  const remoteAddress = '192.0.2.7';
  const url = '/api/v1/documents';
  const strange = { url, remoteAddress, headers: { authorization: 'Bearer x' } };
  expect((await app.inject(strange)).statusCode).toBe(401);
  // A request to the API without a valid key counts
  await useUp(remoteAddress);
  for (const [name, route] of COUNTED) {
    const { headers, addressWith } = await visitorOf(route);
    const method = route.method as 'GET' | 'POST';
    const reply = await app.inject({ method, url: addressWith(), headers, remoteAddress });
    const isApi = route.url.startsWith('/api');
    expect(reply.statusCode === 429, `${name}: ${reply.statusCode}`).toBe(!isApi);
    if (isApi) continue;
    expect(Number(reply.headers['retry-after']), name).toBeGreaterThan(0);
    const isPlain =
      route.url.startsWith('/openapi') || (route.url === '/payments/sandbox' && method === 'POST');
    expect(reply.headers['content-type'], name).toContain(isPlain ? 'text/plain' : 'text/html');
  }
  const refused = await app.inject(strange);
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([
    429,
    'text/plain; charset=utf-8',
  ]);
  expect(refused.body).toMatch(/^Too many requests\. Try again in \d+ s\.\n$/);
  expect((await app.inject({ ...strange, headers: account.headers })).statusCode).toBe(200);
  const elsewhere = { url: '/nothing', remoteAddress: '192.0.2.8' };
  expect((await app.inject(elsewhere)).statusCode).toBe(404);
});
