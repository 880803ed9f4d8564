import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../../src/service/http/app.ts';
import { StoreUnavailable } from '../../../src/service/ports/document-store.ts';
import { ASHA, openApi } from '../../support/call-service.ts';
import { testPageFiles } from '../../support/page-files.ts';
import { openUnreachableStore } from '../../support/unreachable-store.ts';

const { service, user } = await openApi();
const link = (await user.send(ASHA)).links[0] ?? '';
const store = openUnreachableStore();
const app = buildApp(
  { ...service.deps, store },
  { logger: 'silent', trustProxy: false, pageFiles: await testPageFiles(service.files) },
);
afterAll(async () => {
  await app.close();
  await store.close();
});

test('a database that refuses connections is told apart from other failures', async () => {
  await expect(store.creditBalance('x')).rejects.toThrow(StoreUnavailable);
  await expect(store.transaction((tx) => tx.lockAttempt('x'))).rejects.toThrow(StoreUnavailable);
  const failure = service.deps.store.transaction(async () => {
    throw Object.assign(new Error('a file is gone'), { code: 'ENOENT' });
  });
  await expect(failure).rejects.not.toThrow(StoreUnavailable);
});

test('without its database the API responds 503 and when to come back', async () => {
  const answer = await app.inject({ url: '/api/v1/documents', headers: user.account.headers });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json()).toEqual({
    error: 'internal_error',
    message: 'The service is not available at the moment. Try again shortly.',
  });
});

test('without its database a page tries again by itself, and by a link', async () => {
  const answer = await app.inject(link);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.body).toContain('data-state="unavailable"');
  expect(answer.body).toMatch(/<script type="module" src="[^"]*retry.js/);
  expect(answer.body).toContain('<a class="button" href="">Try again</a>');
  const hindi = await app.inject({ url: link, headers: { 'accept-language': 'hi' } });
  expect(hindi.body).toContain('<html lang="hi">');
});

test('a form that met no database leads back to its page and is not sent again by itself', async () => {
  const answer = await app.inject({ method: 'POST', url: `${link}/decline` });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain(`<a class="button" href="${link}">`);
  expect(answer.body).not.toContain('retry.js');
});
