import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ApiRequest } from '../../../../src/service/core/accounts/api-request.rules.ts';
import { requestIdAt } from '../../../../src/service/core/accounts/api-request.rules.ts';
import { ASHA, openApi } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { addDocument } from '../../ports/store-builders.ts';

const { service, user } = await openApi();
const { store, clock } = service.deps;
const REQUESTS = '/dashboard/requests';

const aRequest = (accountId: string, given: Partial<ApiRequest> = {}): ApiRequest => ({
  requestId: requestIdAt(given.at ?? clock.now(), randomUUID()),
  accountId,
  keyId: 'key_unknown',
  at: clock.now(),
  method: 'POST',
  route: '/api/v1/documents/:documentId/send',
  status: 402,
  error: 'insufficient_credits',
  durationMs: 12,
  documentId: null,
  ...given,
});

async function aSupporter() {
  const { accountId } = await service.account();
  return { accountId, member: await aMember(service, { accountId, role: 'support' }) };
}

test('an account without requests learns what makes one', async () => {
  const { member } = await aSupporter();
  expect((await member.get(REQUESTS)).body).toContain('esign auth login');
});

test('a request is found by its id, with its error, key and document', async () => {
  const { accountId, member } = await aSupporter();
  const { documentId } = await addDocument(store, accountId, { name: 'Lease <1>' });
  const request = aRequest(accountId, { documentId });
  await store.logRequests([request, aRequest(accountId)]);
  for (const url of [`${REQUESTS}/${request.requestId}`, `${REQUESTS}?find=${request.requestId}`]) {
    const { statusCode, body } = await member.get(url);
    expect(statusCode).toBe(200);
    expect(body).toContain('POST /api/v1/documents/{documentId}/send');
    expect(body).toContain('insufficient_credits');
    expect(body).toContain(
      `href="/dashboard/documents/${documentId}" dir="auto">Lease &lt;1&gt;</a>`,
    );
  }
  const { body } = await member.get(`${REQUESTS}/${request.requestId}`);
  expect(body).toContain(`/dashboard/documents/${documentId}`);
  expect(body).not.toContain('/dashboard/keys');
  const found = await member.get(`${REQUESTS}?find=${documentId}`);
  expect(found.body.match(/insufficient_credits/g)).toHaveLength(1);
});

test('a request without a response says that it may have taken effect', async () => {
  const { accountId, member } = await aSupporter();
  const request = aRequest(accountId, { status: null, error: null });
  await store.logRequests([request]);
  const { body } = await member.get(`${REQUESTS}/${request.requestId}`);
  expect(body).toContain('may have taken effect');
});

test('requests are listed 50 to a page', async () => {
  const { accountId, member } = await aSupporter();
  const all = Array.from({ length: 51 }, (_, index) =>
    aRequest(accountId, { at: new Date(clock.now().getTime() - index) }),
  );
  await store.logRequests(all);
  const { body } = await member.get(REQUESTS);
  expect(body.match(/insufficient_credits/g)).toHaveLength(50);
  const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(body) ?? [];
  const last = await member.get(next);
  expect(last.body.match(/insufficient_credits/g)).toHaveLength(1);
  expect(last.body).not.toContain('after=');
});

test('requests of another account are not found', async () => {
  const [one, other] = [await aSupporter(), await aSupporter()];
  const request = aRequest(other.accountId, { documentId: randomUUID() });
  await store.logRequests([request]);
  expect((await one.member.get(`${REQUESTS}/${request.requestId}`)).statusCode).toBe(404);
  for (const find of [request.requestId, request.documentId, '<script>', 'req_%00']) {
    const { statusCode, body } = await one.member.get(
      `${REQUESTS}?find=${encodeURIComponent(find ?? '')}`,
    );
    expect([statusCode, body]).toEqual([200, expect.stringContaining('Nothing was found')]);
    expect(body).not.toContain('<script>');
  }
});

test('the page of a document lists the requests that name it, and the one that created it', async () => {
  const { accountId } = user.account;
  const member = await aMember(service, { accountId });
  const pageOf = async (documentId: string) =>
    (await member.get(`/dashboard/documents/${documentId}`)).body;
  const { documentId: quiet } = await addDocument(store, accountId);
  expect(await pageOf(quiet)).toContain('No request about this document');
  const documentId = await user.createFor(ASHA);
  const [created, ...later] = await store.readAudit(documentId);
  const creation = aRequest(accountId, { requestId: created?.requestId ?? '' });
  const naming = aRequest(accountId, { documentId });
  await store.logRequests([creation, naming, aRequest(accountId)]);
  const body = await pageOf(documentId);
  const listed = [...body.matchAll(/requests\/(req_\w+)"/g)].map(([, id]) => id);
  // The request that added the signer is logged within a second
  const adding = later.map(({ requestId }) => requestId).filter((id) => id !== created?.requestId);
  expect(listed.filter((id) => !adding.includes(id ?? ''))).toEqual([
    naming.requestId,
    creation.requestId,
  ]);
  expect(body).toContain(`/dashboard/requests?find=${documentId}`);
});

test('a request names no document of another account, and none that is gone', async () => {
  const { accountId, member } = await aSupporter();
  const foreign = await addDocument(store, (await service.account()).accountId, { name: 'Secret' });
  for (const documentId of [foreign.documentId, randomUUID()])
    await store.logRequests([aRequest(accountId, { documentId })]);
  const { body } = await member.get(REQUESTS);
  expect(body).toContain(`<code>${foreign.documentId.slice(0, 8)}</code>`);
  expect(body).not.toContain('Secret');
  expect(body).not.toContain('href="/dashboard/documents/');
});
