import { describe, expect, test } from 'vitest';
import { ASHA, apiUser, documentPath, openApi, RAVI } from '../../support/service/call-service.ts';
import type { TestAccount } from '../../support/service/open-service.ts';

const { service, user } = await openApi({ credits: 1000 });
const other = apiUser(service, await service.account({ credits: 10 }));

const put = ({ headers }: TestAccount, documentId: string, body: unknown) =>
  service.app.inject({
    method: 'PUT',
    url: documentPath(documentId, '/external-id'),
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
const label = (documentId: string, externalId: unknown) =>
  put(user.account, documentId, { externalId });
const timeline = async (documentId: string) =>
  (await user.get(documentPath(documentId, '/timeline'))).json();
const search = async (query: Record<string, string>) => {
  const found = await user.get(`/api/v1/documents/search?${new URLSearchParams(query)}`);
  if (found.statusCode >= 500) throw new Error(service.log.slice(-5).join(''));
  return found.json();
};
const idsOf = ({ documents }: { documents: { documentId: string }[] }) =>
  documents.map(({ documentId }) => documentId);
const withdraw = (documentId: string, body: object = { reason: 'Let to someone else.' }) =>
  user.post(documentPath(documentId, '/withdraw'), body);

describe('an external id', () => {
  test('is set, found, shown and removed', async () => {
    const documentId = await user.create();
    expect((await label(documentId, 'Lease/2026-117 é')).json()).toEqual({
      externalId: 'Lease/2026-117 é',
    });
    expect(idsOf(await search({ q: 'lease/2026-117' }))).toEqual([documentId]);
    expect((await timeline(documentId)).externalId).toBe('Lease/2026-117 é');
    expect((await label(documentId, null)).json()).toEqual({ externalId: null });
    expect(idsOf(await search({ q: 'lease/2026-117' }))).toEqual([]);
  });

  test.each(['2026-11-20', '20261120', '99999-22222', 'abcdef0123'])(
    'of the form %s is found, although it looks like something else',
    async (externalId) => {
      const documentId = await user.create();
      await label(documentId, externalId);
      expect(idsOf(await search({ q: externalId }))).toContain(documentId);
    },
  );

  test('is of one document of the account, even if two ask together', async () => {
    const [one, two] = [await user.create(), await user.create()];
    const answers = await Promise.all([label(one, 'only-1'), label(two, 'only-1')]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    const holder = answers[0].statusCode === 200 ? one : two;
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(refused).toEqual({
      error: 'invalid_state',
      message: `The document ${holder} has this external id.`,
    });
    const theirs = await other.create();
    expect((await put(other.account, theirs, { externalId: 'only-1' })).statusCode).toBe(200);
  });

  test('is changed at most 20 times a day, and then stays what it was', async () => {
    const documentId = await user.create();
    for (let at = 0; at <= 20; at += 1) await label(documentId, `change-${at}`);
    const refused = await label(documentId, 'one-too-many');
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('at most 20 times a day'),
    ]);
    expect((await timeline(documentId)).externalId).toBe('change-20');
    service.advance(24 * 3600_000);
    expect((await label(documentId, null)).statusCode).toBe(200);
  });

  test.each(['', ' a', 'a\nb', 'x'.repeat(201), 7, undefined, {}])('is not %j', async (given) => {
    const answer = await label(await user.create(), given);
    expect(answer.json().error).toBe('invalid_request');
  });
});

describe('a search', () => {
  test('shows how documents ended, who signs, and filters by both', async () => {
    const { documentId } = await user.send({ ...ASHA, name: 'Zubin Mehta' }, RAVI);
    const waiting = await user.send({ ...ASHA, name: 'Zubin Mistry' });
    await withdraw(documentId);
    const found = await search({ q: 'zubin', ended: 'any', status: 'SENT' });
    expect(found).toMatchObject({
      nextCursor: null,
      unmatched: [],
      documents: [
        {
          documentId,
          status: 'SENT',
          externalId: null,
          signers: { total: 2, signed: 0 },
          ended: { as: 'withdrawn' },
          people: [
            { name: 'Zubin Mehta', email: ASHA.email, hasSigned: false },
            { name: RAVI.name },
          ],
        },
      ],
    });
    expect(idsOf(await search({ q: 'zubin', ended: 'none' }))).toEqual([waiting.documentId]);
    expect(idsOf(await search({ q: 'zubin', ended: 'declined' }))).toEqual([]);
    expect(idsOf(await search({ q: 'zubin', since: '2099-01-01' }))).toEqual([]);
  });

  test('goes on by its cursor, each document once', async () => {
    for (let count = 0; count < 5; count += 1) await user.createFor({ ...ASHA, name: 'Qadir Ali' });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await search({ q: 'qadir', limit: '2', ...(cursor && { cursor }) });
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  test('names the words that no document has, where it finds nothing', async () => {
    const found = await search({ q: 'Asha Xylophone 7x' });
    expect(found).toEqual({ documents: [], nextCursor: null, unmatched: ['xylophone'] });
  });

  test.each([
    { ended: 'maybe' },
    { status: 'DONE' },
    { since: 'yesterday' },
    { since: '2026-13-01' },
    { cursor: 'x' },
  ])('refuses %j', async (query) => {
    expect((await search(query)).error).toBe('invalid_request');
  });
});
