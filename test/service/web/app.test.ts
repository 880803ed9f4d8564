import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openApiDocument } from '../../../src/contract/openapi/openapi.ts';
import { buildApp } from '../../../src/service/web/app.ts';
import { NO_VALIDATOR } from '../../../src/service/web/server-options.ts';
import { openApi, stateIn } from '../../support/service/call-service.ts';

/** No page files: these tests do not check pages. */
const NO_FILES = new URL('file:///nowhere/');

const { service, user } = await openApi();

const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers });

test('the API describes itself', async () => {
  const answer = await get('/openapi.json');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

test('every response has a new request id, whatever id the request has', async () => {
  const paths = [
    '/healthz',
    '/nothing',
    '/api/v1/documents',
    '/sign/x',
    '/download/x',
    '/assets/style.css',
  ];
  const answers = await Promise.all(paths.map((path) => get(path, { 'x-request-id': 'forged' })));
  const ids = answers.map(({ headers }) => String(headers['x-request-id']));
  expect(new Set(ids).size).toBe(paths.length);
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{32}$/);
});

test.each(['/healthz', '/sign/x', '/download/x', '/nothing', '/api/v1/documents'])(
  '%s has strict security headers',
  async (path) => {
    const { headers } = await get(path);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';style-src 'self';script-src 'self';img-src 'self';connect-src 'self';" +
        "form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
  },
);

test.each([
  ['http://127.0.0.1:4010', undefined],
  ['https://esign.example.in', expect.stringContaining('max-age=')],
])('a service at %s sets HSTS accordingly', async (baseUrl, header) => {
  const deps = { ...service.deps, links: { ...service.deps.links, baseUrl } };
  const app = buildApp(deps, { logger: 'silent', pageFiles: NO_FILES });
  const { headers } = await app.inject('/healthz');
  await app.close();
  expect(headers['strict-transport-security']).toEqual(header);
});

test('the root leads to the dashboard', async () => {
  const { statusCode, headers } = await service.app.inject({ method: 'GET', url: '/' });
  expect([statusCode, headers.location]).toEqual([303, '/dashboard']);
});

describe('an unknown path outside the API', () => {
  test.each([
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['GET', '/apix'],
    ['GET', '/%zz'],
    ['DELETE', '/sign/x'],
    ['GET', '/assets/../app.ts'],
  ] as const)('%s %s is a 404 page', async (method, url) => {
    const answer = await service.app.inject({ method, url });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(stateIn(answer)).toBe('not-found');
  });
});

test('an account beyond its limit gets 429 in plain text, its key is not looked up again, and others do not', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const findKey = vi.fn(service.deps.store.findKey);
  const deps = { ...service.deps, store: { ...service.deps.store, findKey } };
  const app = buildApp(deps, { logger: 'silent', pageFiles: NO_FILES, accountLimit: 3 });
  const list = (headers: Record<string, string>) =>
    app.inject({ url: '/api/v1/documents', headers });
  const statuses = async (requests: number) => {
    const answers = [];
    while (answers.length < requests) answers.push(await list(user.account.headers));
    return answers.map(({ statusCode }) => statusCode);
  };
  expect(await statuses(6)).toEqual([200, 200, 200, 429, 429, 429]);
  expect(findKey).toHaveBeenCalledTimes(4);
  const refused = await list(user.account.headers);
  expect(refused.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toMatch(/^Too many requests\. Try again in \d+ s\.\n$/);
  const other = await service.account();
  expect((await list(other.headers)).statusCode).toBe(200);
  vi.advanceTimersByTime(60_000);
  expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  await app.close();
});

test.each(['body', 'querystring', 'params', 'headers'])(
  'a route with a schema for its %s ends the start',
  async (part) => {
    const app = fastify({ schemaController: NO_VALIDATOR });
    app.post('/:id', { schema: { [part]: { type: 'object' } } }, () => 'answered');
    await expect(app.ready()).rejects.toThrow('in the handler');
  },
);

test('a route without schemas answers', async () => {
  const app = fastify({ schemaController: NO_VALIDATOR });
  app.get('/', () => 'answered');
  expect((await app.inject('/')).body).toBe('answered');
});
