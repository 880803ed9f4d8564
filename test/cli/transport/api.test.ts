import { expect, test } from 'vitest';
import Api from '../../../commands/api.ts';
import { manyDocuments, numbered } from '../../support/cli/many-documents.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const LIST = '/api/v1/documents';

async function call(...argv: string[]) {
  const { baseUrl, received } = await manyDocuments();
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const end = await runCommand(Api, argv, env);
  return { ...end, requests: received.map(({ method, url }) => `${method} ${url}`) };
}

test('a path alone is read by GET, with fields as its query', async () => {
  const { code, stdout, requests } = await call(LIST, '--field', 'limit=2');
  expect({ code, requests }).toEqual({ code: 0, requests: [`GET ${LIST}?limit=2`] });
  expect(JSON.parse(stdout).documents).toHaveLength(2);
});

test('all pages are merged, up to a short one', async () => {
  const { stdout, requests } = await call(LIST, '--paginate');
  expect(requests).toEqual([0, 100, 200].map((at) => `GET ${LIST}?limit=100&offset=${at}`));
  const { documents } = JSON.parse(stdout);
  expect(documents).toHaveLength(250);
  expect(documents[249].documentId).toBe(numbered(249));
  const part = await call(LIST, '--paginate', '-f', 'offset=240', '-f', 'limit=7');
  expect(part.requests).toHaveLength(2);
  expect(JSON.parse(part.stdout).documents).toHaveLength(10);
});

test('a query picks from the body of all pages', async () => {
  const picked = await call('GET', LIST, '--paginate', '--query', 'length(documents)');
  expect(picked).toMatchObject({ code: 0, stdout: '250\n' });
  const bare = await call(LIST, '--query', 'documents[1].documentId');
  expect(bare.stdout).toBe(`${numbered(1)}\n`);
});

test('documents that move on while pages are read come once', async () => {
  const { baseUrl } = await serveHttp(({ url }, response) => {
    const offset = Number(new URL(url, 'http://localhost').searchParams.get('offset'));
    // One document more is there at each page
    const at = Math.max(0, offset - offset / 2);
    const count = offset < 4 ? 2 : 1;
    const documents = [at, at + 1].slice(0, count).map((one) => ({ documentId: numbered(one) }));
    answerJson(response, 200, { documents, limit: 2, offset });
  });
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const { stdout } = await runCommand(Api, [LIST, '--paginate', '-f', 'limit=2'], env);
  const ids = JSON.parse(stdout).documents.map(
    ({ documentId }: { documentId: string }) => documentId,
  );
  expect(ids).toEqual([0, 1, 2].map(numbered));
});

const REFUSED: ReadonlyArray<readonly [argv: readonly string[], told: string]> = [
  [['POST', LIST, '--paginate'], '--paginate works with GET only'],
  [['POST', LIST, '--query', 'a'], '--query works with GET only'],
  [['POST'], 'PATH is missing'],
  [[LIST, '--query', 'a['], 'is not a JMESPath expression'],
];

test.each(REFUSED)('api %j is refused, and nothing is sent', async (argv, told) => {
  const { code, stdout, stderr, requests } = await call(...argv);
  expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: [] });
  expect(stderr).toContain(told);
});

test('pages of what is no list are refused', async () => {
  const { baseUrl } = await serveHttp((_, response) => answerJson(response, 200, { a: 1 }));
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  expect((await runCommand(Api, [LIST, '--paginate'], env)).code).toBe(2);
});
