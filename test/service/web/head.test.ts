import { expect, test } from 'vitest';
import { ASHA, documentPath, openApi, signBy } from '../../support/service/call-service.ts';

const { service, user } = await openApi();
const sent = await user.send(ASHA);
const documentId = sent.documentId;
await signBy(service, sent.links[0] ?? '');

const ask = (method: 'GET' | 'HEAD', url: string) =>
  service.app.inject({ method, url, headers: user.account.headers });
const downloadsOf = () => service.deps.store.listDownloads(documentId);
const downloadPath = async () =>
  new URL((await user.document(documentId)).downloadUrl ?? '').pathname;

/** Headers that HEAD must repeat (RFC 9110, section 9.3.2); the id, the date and a fresh seal differ. */
const told = ({ statusCode, headers }: Awaited<ReturnType<typeof ask>>) => ({
  statusCode,
  type: headers['content-type'],
  disposition: headers['content-disposition'],
  cache: headers['cache-control'],
});

test.each([
  ['the list', async () => '/api/v1/documents'],
  ['a document', async () => documentPath(documentId)],
  ['the certificate', async () => documentPath(documentId, '/certificate')],
  [
    'a certificate that is not there',
    async () => documentPath(await user.create(), '/certificate'),
  ],
  ['the signed PDF', downloadPath],
  ['a download link that is not ours', async () => '/download/nobody'],
  ['the API description', async () => '/openapi.json'],
])('HEAD of %s responds like GET, without a body', async (_what, path) => {
  const url = await path();
  const head = await ask('HEAD', url);
  const got = await ask('GET', url);
  expect(told(head)).toEqual(told(got));
  expect(head.rawPayload).toHaveLength(0);
});

test('HEAD of the signed PDF has its size and is not a download', async () => {
  const url = await downloadPath();
  const [before] = await downloadsOf();
  const head = await ask('HEAD', url);
  expect(await downloadsOf()).toEqual(before ? [before] : []);
  const got = await ask('GET', url);
  expect(head.headers['content-length']).toBe(String(got.rawPayload.length));
  expect(await downloadsOf()).toMatchObject([{ count: (before?.count ?? 0) + 1 }]);
});

test('HEAD requires a key where GET does', async () => {
  const answer = await service.app.inject({ method: 'HEAD', url: documentPath(documentId) });
  expect(answer.statusCode).toBe(401);
});
