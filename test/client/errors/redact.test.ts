import { expect, test } from 'vitest';
import { redactRequestUrl } from '../../../src/client/errors/redact.ts';
import { aClient } from '../../support/client/a-client.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

test.each([
  ['/documents', '/documents'],
  ['/documents?limit=20&offset=40', '/documents?limit=20&offset=40'],
  ['/documents?offset=-1', '/documents?offset=-1'],
  ['/signed?expires=1763640000&signature=ab12', '/signed?[hidden]'],
  ['/documents?limit=20&token=s3cret', '/documents?limit=20&[hidden]'],
  ['/documents?limit=sk_live_1', '/documents?[hidden]'],
  ['/documents?limit=12345678901234567890', '/documents?[hidden]'],
  ['/documents?Limit=20', '/documents?[hidden]'],
  ['/documents?', '/documents'],
  ['/documents#part', '/documents'],
])('of the request %s a hook is shown %s', (given, shown) => {
  const url = new URL(`https://user:pw@esign.example.com${given}`);
  expect(redactRequestUrl(url)).toBe(`https://esign.example.com${shown}`);
});

test('hooks see which page of a list is asked for, and no other query', async () => {
  const list = { documents: [], limit: 5, offset: 0 };
  const { baseUrl } = await serveHttp((_, response) => answerJson(response, 200, list));
  const seen: string[] = [];
  const see = ({ url }: { readonly url: string }) => void seen.push(url.slice(baseUrl.length));
  const { client } = aClient(baseUrl, { hooks: { onRequest: see, onResponse: see } });
  await client.documents.page({ limit: 5, offset: 10 });
  await client.request('GET', '/x', { query: { email: 'asha@example.in' } });
  const page = '/api/v1/documents?limit=5&offset=10';
  expect(seen).toEqual([page, page, '/x?[hidden]', '/x?[hidden]']);
});
