import { describe, expect, test } from 'vitest';
import { openApiExtensions } from '../../../src/contract/openapi/openapi.ts';
import {
  ASHA,
  apiUser,
  bringBack,
  documentPath,
  giveConsent,
  openApi,
  RAVI,
  requestIn,
  signBy,
} from '../../support/service/call-service.ts';
import { aMember } from '../../support/sign-in/a-member.ts';

const { service, user } = await openApi({ credits: 1000 });
const other = apiUser(service, await service.account({ credits: 10 }));
const NOBODYS = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';

const timeline = async (documentId: string) =>
  (await user.get(documentPath(documentId, '/timeline'))).json();
const search = async (query: Record<string, string>) =>
  (await user.get(`/api/v1/documents/search?${new URLSearchParams(query)}`)).json();
const idsOf = ({ documents }: { documents: { documentId: string }[] }) =>
  documents.map(({ documentId }) => documentId);
const withdraw = (documentId: string, body: object = { reason: 'Let to someone else.' }) =>
  user.post(documentPath(documentId, '/withdraw'), body);
const resend = (documentId: string) => user.post(documentPath(documentId, '/resend'));

async function completed() {
  const { documentId, links } = await user.send(ASHA);
  await signBy(service, links[0] ?? '');
  return documentId;
}

test('the extensions are listed for a key, and described for all', async () => {
  const { extensions } = (await user.get('/api/v1/extensions')).json();
  expect(extensions.slice(0, 4)).toEqual(['timeline', 'withdraw', 'resend', 'search']);
  expect(extensions.slice(4)).toEqual(['find-text', 'external-id', 'events', 'return-url']);
  expect((await service.app.inject({ url: '/api/v1/extensions' })).statusCode).toBe(401);
  const described = await service.app.inject({ url: '/openapi-extensions.json' });
  expect(described.json()).toEqual(JSON.parse(JSON.stringify(openApiExtensions())));
});

test.each([
  ['GET', '/timeline', undefined],
  ['POST', '/withdraw', { reason: 'x' }],
  ['POST', '/resend', undefined],
  ['POST', '/signers/sgn_1/resend', undefined],
  ['POST', '/find-text', { texts: ['Lease'] }],
  ['POST', '/find-text', 'no JSON'],
  ['PUT', '/external-id', { externalId: 'a' }],
] as const)("%s %s of another account's document is not found", async (method, path, body) => {
  const documentId = await user.createFor(ASHA);
  const { headers } = other.account;
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const url = documentPath(documentId, path);
  const answer = await service.app.inject({
    method,
    url,
    headers: { ...json, ...headers },
    payload,
  });
  expect([answer.statusCode, answer.json().error]).toEqual([404, 'not_found']);
});

describe('a document that waits for signatures', () => {
  test('is withdrawn as in the dashboard, by the name of the API key', async () => {
    const { documentId } = await user.send(ASHA, RAVI);
    const answer = await withdraw(documentId);
    expect(answer.statusCode).toBe(200);
    const ended = {
      as: 'withdrawn',
      at: expect.any(String),
      by: expect.stringMatching(/^API key \S/),
      reason: 'Let to someone else.',
    };
    expect(answer.json()).toEqual({ documentId, status: 'SENT', ended });
    expect(await timeline(documentId)).toMatchObject({ documentId, status: 'SENT', ended });
    expect((await withdraw(documentId)).json()).toMatchObject({
      error: 'invalid_state',
      message: 'The document was withdrawn; nobody can sign it any more.',
    });
    expect((await user.document(documentId)).status).toBe('SENT');
  });

  test.each([{}, { reason: '' }, { reason: 7 }, { reason: 'x'.repeat(501) }])(
    'is not withdrawn for %j',
    async (body) => {
      const { documentId } = await user.send(ASHA);
      expect((await withdraw(documentId, body)).json().error).toBe('invalid_request');
      expect((await timeline(documentId)).ended).toBeNull();
    },
  );

  test('mails the signer whose turn it is again, or the one named, and renews the links', async () => {
    const { documentId } = await user.send(ASHA, RAVI);
    const { signers } = await user.document(documentId);
    const before = (await timeline(documentId)).linksUntil;
    service.advance(24 * 3600_000);
    const answer = (await resend(documentId)).json();
    const { signerId } = signers[0] ?? {};
    const { name, email } = ASHA;
    expect(answer).toEqual({
      documentId,
      signer: { signerId, name, email },
      linksUntil: expect.any(String),
    });
    expect(Date.parse(answer.linksUntil)).toBeGreaterThan(Date.parse(before));
    const second = documentPath(documentId, `/signers/${signers[1]?.signerId}/resend`);
    expect((await user.post(second)).json().signer.name).toBe(RAVI.name);
    const nobodys = documentPath(documentId, '/signers/sgn_none/resend');
    expect((await user.post(nobodys)).json().error).toBe('not_found');
  });

  test('has expired with its links, and waits again once they are renewed', async () => {
    const { documentId } = await user.send(ASHA);
    const { linksUntil } = await timeline(documentId);
    service.advance(Date.parse(linksUntil) - service.deps.clock.now().getTime());
    expect((await timeline(documentId)).ended).toEqual({
      as: 'expired',
      at: linksUntil,
      by: null,
      reason: null,
    });
    expect(idsOf(await search({ q: documentId, ended: 'expired' }))).toEqual([documentId]);
    await resend(documentId);
    expect((await timeline(documentId)).ended).toBeNull();
  });
});

test('a completed document is neither withdrawn nor mailed again, and says why', async () => {
  const documentId = await completed();
  expect((await withdraw(documentId)).json().error).toBe('invalid_state');
  const { signers } = await user.document(documentId);
  const answers = [
    await resend(documentId),
    await user.post(documentPath(documentId, `/signers/${signers[0]?.signerId}/resend`)),
  ];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toMatch(/COMPLETED.* own link still downloads it until \d{4}-/);
  }
});

test('nothing is mailed again before sending, or to a signer who has signed', async () => {
  const draft = await user.createFor(ASHA);
  expect((await resend(draft)).json().message).toMatch(/PENDING/);
  const { documentId, links } = await user.send(ASHA, RAVI);
  await signBy(service, links[0] ?? '');
  const { signers } = await user.document(documentId);
  const answer = await user.post(
    documentPath(documentId, `/signers/${signers[0]?.signerId}/resend`),
  );
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'Asha Rao has signed; there is nothing to resend.',
  ]);
});

test('a timeline tells what happened in order, and names no secret', async () => {
  const { documentId, links } = await user.send(ASHA);
  await signBy(service, links[0] ?? '');
  const { entries, ended } = await timeline(documentId);
  expect(ended).toBeNull();
  const kinds = entries.map(({ kind }: { kind: string }) => kind);
  for (const kind of ['document.created', 'document.sent', 'consent.given', 'document.completed'])
    expect(kinds).toContain(kind);
  expect(entries).toContainEqual({
    at: expect.any(String),
    kind: 'signer.signed',
    signer: { signerId: expect.any(String), name: ASHA.name },
    text: 'Signed: Asha Rao',
    cause: null,
  });
  const text = JSON.stringify(entries);
  const token = links[0]?.split('/').at(-1) ?? 'none';
  expect(text).not.toMatch(/https?:|sk_|whsec_|127\.0\.0\.1|9876543210/);
  expect(text).not.toContain(token);
});

test('texts are found where they stand, with room for a signature', async () => {
  const documentId = await user.create(2);
  const path = documentPath(documentId, '/find-text');
  const found = (await user.post(path, { texts: ['page 2', 'agreement', 'no such words'] })).json();
  const box = { x: expect.any(Number), width: expect.any(Number), y: 696, height: 21 };
  const line = 'Service agreement, page 2';
  expect(found).toEqual({
    documentId,
    pages: 2,
    textlessPages: 0,
    texts: [
      {
        text: 'page 2',
        count: 1,
        hits: [{ page: 2, ...box, line }],
        place: { page: 2, x: 233, y: 581.9, width: 140, height: 110, isFree: true },
      },
      {
        text: 'agreement',
        count: 2,
        hits: [expect.objectContaining({ page: 1 }), expect.objectContaining({ page: 2 })],
        place: null,
      },
      { text: 'no such words', count: 0, hits: [], place: null },
    ],
  });
  for (const body of [{}, { texts: [] }, { texts: [''] }, { texts: 'Page' }])
    expect((await user.post(path, body)).json().error).toBe('invalid_request');
  expect((await user.post(documentPath(NOBODYS, '/find-text'), {})).statusCode).toBe(404);
});

async function cancelled() {
  const { documentId, links } = await user.send(ASHA);
  const begun = await giveConsent(service, links[0] ?? '');
  await bringBack(service, { msg: service.authority.refuse(requestIn(begun)) }, begun);
  return documentId;
}

test('the timeline says why an attempt failed, what to tell the signer, and who can mend it', async () => {
  const documentId = await cancelled();
  const { entries } = (await user.get(`/api/v1/documents/${documentId}/timeline`)).json();
  expect(entries.at(-1)).toMatchObject({
    kind: 'gateway.failed',
    text: 'Attempt failed: Asha Rao (they cancelled at the authority)',
    cause: {
      reason: 'signer_declined',
      say: 'Start again whenever you like: the link still works.',
      mender: 'the signer',
    },
  });
  expect(entries[0]).toMatchObject({ kind: 'document.created', cause: null });
});

test('the page of a document also says what the signer saw', async () => {
  const owner = await aMember(service, { accountId: user.account.accountId });
  const documentId = await cancelled();
  const { body } = await owner.get(`/dashboard/documents/${documentId}`);
  expect(body).toContain('Attempt failed: Asha Rao (they cancelled at the authority)');
  expect(body).toContain('They saw: “You cancelled. Nothing was signed.');
  expect(body).toContain('Tell them: “Start again whenever you like: the link still works.”');
  expect(body).toContain('To be mended by the signer.');
});
