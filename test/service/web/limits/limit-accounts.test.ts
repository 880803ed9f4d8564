import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../../../src/service/web/app.ts';
import { openApi } from '../../../support/service/call-service.ts';

const { service, user } = await openApi();
const app = buildApp(service.deps, {
  logger: 'silent',
  pageFiles: new URL('file:///nowhere/'),
  accountLimit: 3,
});
afterAll(() => app.close());

const list = async (headers: Record<string, string>) =>
  await app.inject({ url: '/api/v1/documents', headers });

test('an account beyond its limit gets 429 in plain text, and others do not', async () => {
  const answers = [];
  for (let request = 0; request < 8; request += 1) answers.push(await list(user.account.headers));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThanOrEqual(2);
  expect(refused[0]?.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused[0]?.body).toMatch(/^Too many requests\. Try again in \d+ s\.\n$/);
  const other = await service.account();
  expect((await list(other.headers)).statusCode).toBe(200);
});
