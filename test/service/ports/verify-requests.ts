import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ApiRequest } from '../../../src/service/core/accounts/api-request.rules.ts';
import { requestIdAt } from '../../../src/service/core/accounts/api-request.rules.ts';
import { addAccount, at } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

const aRequest = (accountId: string, given: Partial<ApiRequest> = {}): ApiRequest => ({
  requestId: requestIdAt(given.at ?? at(), randomUUID()),
  accountId,
  keyId: 'key_unknown',
  at: at(),
  method: 'GET',
  route: '/api/v1/documents',
  status: 200,
  error: null,
  durationMs: 12,
  documentId: null,
  ...given,
});

export function verifyRequests(given: Given): void {
  test('a request is found by its id, by its own account only, and is logged once', async () => {
    const store = given();
    const [accountId, other] = [await addAccount(store), await addAccount(store)];
    const request = aRequest(accountId, { status: null, error: 'not_found' });
    const { requestId } = request;
    await store.logRequests([request]);
    await store.logRequests([{ ...request, status: 500 }]);
    expect(await store.findRequest({ accountId, requestId })).toEqual({
      ...request,
      key: null,
      documentName: null,
    });
    expect(await store.findRequest({ accountId: other, requestId })).toBeUndefined();
  });

  test('requests are listed newest first, page by page, each once', async () => {
    const store = given();
    const [accountId, other] = [await addAccount(store), await addAccount(store)];
    const own = Array.from({ length: 7 }, (_, index) =>
      aRequest(accountId, { at: at(Math.floor(index / 3)) }),
    );
    await store.logRequests([...own, aRequest(other, { at: at(1) })]);
    const expected = own
      .map(({ requestId }) => requestId)
      .toSorted()
      .toReversed();
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.listRequests({ accountId, limit: 3, ...(after && { after }) });
      found.push(...page.map(({ requestId }) => requestId));
      after = page.at(-1)?.requestId;
    } while (after);
    expect(found).toEqual(expected);
    expect(await store.listRequests({ accountId, limit: 3, after: 'req_none' })).toEqual([]);
  });

  test('requests of a document are those of the account that asks', async () => {
    const store = given();
    const [accountId, other] = [await addAccount(store), await addAccount(store)];
    const documentId = randomUUID();
    const own = aRequest(accountId, { documentId });
    await store.logRequests([own, aRequest(accountId), aRequest(other, { documentId })]);
    const found = await store.listRequests({ accountId, documentId, limit: 5 });
    expect(found).toEqual([{ ...own, key: null, documentName: null }]);
  });

  test('the last use of a key is noted, at most once a minute', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const keyId = `key_${randomUUID()}`;
    const about = { accountId, name: 'CRM', createdBy: 'operator', createdAt: at() };
    const key = {
      keyId,
      hash: Buffer.from(randomUUID().replaceAll('-', '')),
      prefix: 'sk_test_12',
    };
    await store.transaction((tx) => tx.insertApiKey({ ...key, ...about }));
    const lastUse = async () => (await store.listApiKeys(accountId))[0]?.lastUsedAt;
    const use = (...ms: number[]) =>
      store.logRequests(ms.map((after) => aRequest(accountId, { keyId, at: at(after) })));
    expect(await lastUse()).toBeNull();
    await use(5, 9, 7);
    expect(await lastUse()).toEqual(at(9));
    await use(60_008);
    expect(await lastUse()).toEqual(at(9));
    await use(60_009);
    expect(await lastUse()).toEqual(at(60_009));
    expect(await store.listRequests({ accountId, limit: 1 })).toMatchObject([
      { key: { prefix: 'sk_test_12', name: 'CRM' } },
    ]);
  });
}
