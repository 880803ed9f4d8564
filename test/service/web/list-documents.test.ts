import { expect, test } from 'vitest';
import { ASHA, apiUser, openApi, RAVI, signBy } from '../../support/service/call-service.ts';

const created: string[] = [];
const { service, user } = await openApi();
for (let count = 0; count < 3; count += 1) created.unshift(await user.create());

const idsIn = (answer: { json(): { documents: { documentId: string }[] } }) =>
  answer.json().documents.map(({ documentId }) => documentId);

test('documents are listed newest first, with the requested page', async () => {
  const answer = await user.get('/api/v1/documents');
  expect(answer.statusCode).toBe(200);
  expect(idsIn(answer)).toEqual(created);
  expect(answer.json()).toMatchObject({ limit: 20, offset: 0 });
});

test('a summary has exactly the fields of the specification', async () => {
  const [summary] = (await user.get('/api/v1/documents?limit=1')).json().documents;
  expect(summary).toEqual({
    documentId: created[0],
    name: 'contract.pdf',
    status: 'PENDING',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    signers: { total: 0, signed: 0 },
  });
});

test('pages follow one another without a gap', async () => {
  const pages = await Promise.all(
    [0, 1, 2, 3].map((offset) => user.get(`/api/v1/documents?limit=1&offset=${offset}`)),
  );
  expect(pages.flatMap(idsIn)).toEqual(created);
});

test.each([
  ['limit=101', { limit: 100, offset: 0 }],
  ['limit=5&limit=6', { limit: 20, offset: 0 }],
  ['offset=2', { limit: 20, offset: 2 }],
  ['limit=%zz', { limit: 20, offset: 0 }],
])('?%s is accepted, never refused', async (query, page) => {
  const answer = await user.get(`/api/v1/documents?${query}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject(page);
});

test('the list counts signers and those who signed', async () => {
  const other = apiUser(service, await service.account());
  const { links } = await other.send(ASHA, RAVI);
  await signBy(service, links[0] ?? '');
  const [summary] = (await other.get('/api/v1/documents')).json().documents;
  expect(summary.signers).toEqual({ total: 2, signed: 1 });
});

test("another account's documents are not in the list", async () => {
  const other = apiUser(service, await service.account());
  expect(idsIn(await other.get('/api/v1/documents'))).toEqual([]);
});
