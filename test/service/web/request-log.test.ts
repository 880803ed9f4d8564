import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { listApiKeys } from '../../../src/service/core/accounts/api-keys.ts';
import { openRequestLog } from '../../../src/service/web/api/request-log.ts';
import type { AppOptions } from '../../../src/service/web/app.ts';
import { buildApp } from '../../../src/service/web/app.ts';
import { openApi } from '../../support/service/call-service.ts';
import { testPageFiles } from '../../support/service/page-files.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import { temporaryFolder } from '../../support/store/database.ts';

const { service } = await openApi();
const { deps } = service;
const { store } = deps;
const folder = await temporaryFolder();
afterAll(() => folder.remove());

type Headers = { readonly authorization: string };

/** Calls a service of its own on the same store, closes it, and returns what the account's log has, newest first. */
async function logOf(
  calls: (app: FastifyInstance, headers: Headers) => Promise<void>,
  options: Partial<AppOptions> = {},
) {
  const { accountId, headers, ...key } = await service.account();
  const pageFiles = await testPageFiles(folder.path);
  const app = buildApp(deps, { logger: 'silent', pageFiles, ...options });
  await calls(app, headers);
  await app.close();
  return { accountId, ...key, logged: await store.listRequests({ accountId, limit: 50 }) };
}

test('each request with a key is logged by route, status, error and document', async () => {
  const documentId = randomUUID();
  const ids: unknown[] = [];
  const { accountId, apiKey, logged } = await logOf(async (app, headers) => {
    for (const [method, url] of [
      ['GET', '/api/v1/documents?limit=1'],
      ['POST', `/api/v1/documents/${documentId.toUpperCase()}/send?secret=1`],
      ['GET', '/api/v1/documents/asha@example.in'],
      ['DELETE', '/api/v1/no-such-path'],
    ] as const) {
      const { headers: answered } = await app.inject({ method, url, headers });
      ids.push(answered['x-request-id']);
      service.advance(1);
    }
  });
  const [{ keyId } = { keyId: '' }] = await listApiKeys(deps, asOwner(accountId));
  const all = {
    accountId,
    keyId,
    documentName: null,
    key: { prefix: apiKey.slice(0, 12), name: null },
  };
  const noDocument = { documentId: null };
  const at = { at: expect.any(Date), durationMs: expect.any(Number) };
  const template = '/api/v1/documents/:documentId';
  const notFound = { status: 404, error: 'not_found' };
  expect(logged.map(({ requestId }) => requestId)).toEqual(ids.toReversed());
  expect(logged.map(({ requestId: _, ...one }) => one)).toEqual([
    { ...all, ...at, method: 'DELETE', route: 'unknown', ...notFound, ...noDocument },
    { ...all, ...at, method: 'GET', route: template, ...notFound, ...noDocument },
    { ...all, ...at, method: 'POST', route: `${template}/send`, ...notFound, documentId },
    {
      ...all,
      ...at,
      ...noDocument,
      method: 'GET',
      route: '/api/v1/documents',
      status: 200,
      error: null,
    },
  ]);
});

test('requests without a valid key and pages are not logged, and refusals of a valid key are', async () => {
  const { logged } = await logOf(
    async (app, headers) => {
      await app.inject({ url: '/api/v1/documents' });
      const stranger = { authorization: 'Bearer sk_test_nobody' };
      await app.inject({ url: '/api/v1/documents', headers: stranger });
      await app.inject({ url: '/openapi.json', headers });
      await app.inject({ url: '/api/v1/documents', headers });
      service.advance(1);
      await app.inject({ url: '/api/v1/documents', headers });
    },
    { accountLimit: 1 },
  );
  expect(logged.map(({ status }) => status)).toEqual([429, 200]);
});

test('an account without API access finds its refused requests', async () => {
  const refused = await service.account({ subscription: 'none' });
  await logOf(async (app) => {
    await app.inject({ url: '/api/v1/documents', headers: refused.headers });
  });
  expect(await store.listRequests({ accountId: refused.accountId, limit: 5 })).toMatchObject([
    { status: 403, error: 'api_access_not_enabled' },
  ]);
});

test('a request whose connection is closed before its response has no status', async () => {
  let closed = 0;
  const apiHooks = (api: FastifyInstance) => {
    api.addHook('preHandler', async ({ raw }, reply) => {
      reply.raw.once('close', () => {
        closed += 1;
      });
      raw.socket.destroy();
      await once(raw.socket, 'close');
    });
  };
  const { logged } = await logOf(
    async (app, headers) => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      const url = `${app.listeningOrigin}/api/v1/documents`;
      await expect(fetch(url, { headers })).rejects.toThrow();
      await expect.poll(() => closed).toBe(1);
    },
    { apiHooks },
  );
  expect(logged).toMatchObject([{ status: null, route: '/api/v1/documents' }]);
});

const aRequest = (requestId: string) => ({
  requestId,
  accountId: 'acc_1',
  keyId: 'key_1',
  at: new Date(),
  method: 'GET',
  route: '/',
  status: 200,
  error: null,
  durationMs: 1,
  documentId: null,
});

test('while a batch is being written, requests wait, up to a number; then they are counted as missed', async () => {
  const batches: number[] = [];
  const gates: Array<() => void> = [];
  const missed: number[] = [];
  const slow = {
    logRequests: async (batch: readonly unknown[]) => {
      batches.push(batch.length);
      await new Promise<void>((open) => gates.push(open));
    },
  };
  const log = openRequestLog(slow, (count) => missed.push(count));
  log.note(aRequest('req_first'));
  await expect.poll(() => batches, { timeout: 10_000 }).toEqual([1]);
  for (let count = 0; count < 10_003; count += 1) log.note(aRequest(`req_${count}`));
  const closed = log.close();
  expect(batches).toEqual([1]);
  gates[0]?.();
  await expect.poll(() => batches).toEqual([1, 10_000]);
  gates[1]?.();
  await closed;
  expect(missed).toEqual([3]);
});

test('a batch that the database refuses is counted as missed', async () => {
  const missed: number[] = [];
  const away = { logRequests: () => Promise.reject(new Error('away')) };
  const log = openRequestLog(away, (count) => missed.push(count));
  log.note(aRequest('req_1'));
  await log.close();
  expect(missed).toEqual([1]);
});
