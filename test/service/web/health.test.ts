import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../../src/service/web/app.ts';
import { openApi } from '../../support/service/call-service.ts';
import { openUnreachableStore } from '../../support/store/interruptible-store.ts';

/** No page file is asked for. */
const NO_FILES = new URL('file:///nowhere/');
const { service } = await openApi();
const unreachable = openUnreachableStore();
afterAll(() => unreachable.close());

const PLAIN = { logger: 'silent', pageFiles: NO_FILES } as const;

test('a process is live and ready while it works', async () => {
  for (const url of ['/livez', '/healthz'])
    expect((await service.app.inject(url)).json()).toEqual({ status: 'ok' });
  const ready = await service.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }]);
});

test('without its database a process is live, but not ready', async () => {
  const app = buildApp({ ...service.deps, store: unreachable }, PLAIN);
  expect((await app.inject('/livez')).statusCode).toBe(200);
  const ready = await app.inject('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.headers['retry-after']).toBe('2');
  expect(ready.json()).toEqual({ status: 'not ready', reason: 'the database takes no work' });
  await app.close();
});

test.each([
  ['does not answer within 1 s', () => new Promise<never>(() => undefined)],
  ['is read-only', async () => ({ isReadOnly: true })],
])('with a database that %s a process is not ready', async (what, ping) => {
  const app = buildApp({ ...service.deps, store: { ...service.deps.store, ping } }, PLAIN);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json().reason]).toEqual([503, `the database ${what}`]);
  await app.close();
});

test('a process that drains is not ready, and serves what still comes', async () => {
  const serving = { isOpen: true };
  const app = buildApp(service.deps, { ...PLAIN, serving });
  serving.isOpen = false;
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json().reason]).toEqual([503, 'stopping']);
  expect((await app.inject('/openapi.json')).statusCode).toBe(200);
  await app.close();
});

test('whether the database takes writes is asked of the database', async () => {
  expect(await service.deps.store.ping()).toEqual({ isReadOnly: false });
});

test.each([
  [0, 503, { status: 'not ready', reason: 'the disk of the files is full' }],
  [0.0005, 503, { status: 'not ready', reason: 'the disk of the files is full' }],
  [0.01, 200, { status: 'ready', uploads: "refused: less than 5 % of the files' volume is free" }],
])('with a free share of %s of the disk, /readyz responds %i', async (share, status, body) => {
  const files = { ...service.deps.files, freeShare: async () => share };
  const app = buildApp({ ...service.deps, files }, PLAIN);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([status, body]);
  await app.close();
});
