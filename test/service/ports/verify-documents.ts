import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addAccount, addDocument, aFile, aSigner, at } from './store-builders.ts';
import { addKey } from './verify-accounts.ts';
import type { Given } from './verify-document-store.ts';

const POSITIONS = [
  { page: 1, x: 72, y: 96.5, width: 180, height: 120 },
  { page: 2, x: 0, y: 0.125, width: 140, height: 110 },
];

export function verifyDocuments(given: Given): void {
  test('a document is found as it was added, its signers in order', async () => {
    const store = given();
    const signers = [aSigner(2, { positions: POSITIONS }), aSigner(1)];
    const document = await addDocument(store, await addAccount(store), {
      name: 'समझौता “2026” 🖊',
      signers,
    });
    const expected = { ...document, signers: [signers[1], signers[0]] };
    expect(await store.findDocument(document.documentId)).toEqual(expected);
    const sent = {
      document: expected,
      sender: { ...(await store.findAccount(document.accountId)), isMailed: false },
    };
    expect(await store.findDocumentOfSigner(signers[0]?.signerId ?? '')).toEqual(sent);
    expect(await store.findSentDocument(document.documentId)).toEqual(sent);
    const locked = await store.transaction((tx) => tx.lockDocument(document.documentId));
    expect(locked).toEqual(expected);
  });

  test('drafts are documents of the account that were neither sent nor removed', async () => {
    const store = given();
    const accountId = await addAccount(store, 7);
    expect(await store.measureDrafts(accountId)).toEqual({ drafts: 0, bytes: 0, credits: 7 });
    const [, removed, sent] = [
      await addDocument(store, accountId),
      await addDocument(store, accountId),
      await addDocument(store, accountId),
      await addDocument(store, await addAccount(store)),
    ];
    const change = { status: 'SENT' as const, sentAt: at(1), updatedAt: at(1) };
    const use = await store.transaction(async (tx) => {
      await tx.changeDocument(sent.documentId, change);
      await tx.removeDocument(removed.documentId, at(2));
      return await tx.measureDrafts(accountId);
    });
    expect(use).toEqual({ drafts: 1, bytes: aFile().bytes, credits: 7 });
  });

  test('what no document has as its id finds none', async () => {
    const store = given();
    for (const id of [randomUUID(), 'lease', '', "'; --", '{5f0c1d5e}']) {
      expect(await store.findDocument(id)).toBeUndefined();
      expect(await store.findSentDocument(id)).toBeUndefined();
      expect(await store.findDocumentOfSigner(id)).toBeUndefined();
      expect(await store.readAudit(id)).toEqual([]);
      expect(await store.findLiveAttempt(id)).toBeUndefined();
      expect(await store.transaction((tx) => tx.lockDocument(id))).toBeUndefined();
    }
  });

  test('a change writes the fields that it names and no other', async () => {
    const store = given();
    const document = await addDocument(store, await addAccount(store));
    const { documentId } = document;
    const prepared = aFile('documents/a/prepared.pdf');
    const placements = [{ signerId: 'sgn_1', signingOrder: 1, positions: POSITIONS }];
    const pages = [...document.pages, { width: 595.28, height: 841.89, rotate: 0 as const }];
    const times = { sentAt: at(1), updatedAt: at(1) };
    const sent = { status: 'SENT' as const, ...times, pages, placements };
    await store.transaction((tx) =>
      tx.changeDocument(documentId, { ...sent, prepared, head: prepared }),
    );
    const head = aFile('documents/a/signed.pdf');
    await store.transaction((tx) => tx.changeDocument(documentId, { head, updatedAt: at(2) }));
    expect(await store.findDocument(documentId)).toEqual({
      ...document,
      ...sent,
      prepared,
      head,
      updatedAt: at(2),
    });
  });

  test('a signer changes with their document, or neither does', async () => {
    const store = given();
    const document = await addDocument(store, await addAccount(store), { signers: [aSigner(1)] });
    const { documentId, signers } = document;
    const change = (signerId: string) =>
      store.transaction((tx) =>
        tx.changeDocument(documentId, {
          updatedAt: at(5),
          signer: { signerId, openedAt: at(5) },
        }),
      );
    await expect(change('nobody')).rejects.toThrow(`no document ${documentId}`);
    expect(await store.findDocument(documentId)).toEqual(document);
    await change(signers[0]?.signerId ?? '');
    const expected = { updatedAt: at(5), signers: [{ ...signers[0], openedAt: at(5) }] };
    expect(await store.findDocument(documentId)).toEqual({ ...document, ...expected });
  });

  test("a signer's progress is kept to the millisecond", async () => {
    const store = given();
    const document = await addDocument(store, await addAccount(store), { signers: [aSigner(1)] });
    const signerId = document.signers[0]?.signerId ?? '';
    await store.transaction(async (tx) => {
      await tx.changeSigner(signerId, { openedAt: at(1) });
      await tx.changeSigner(signerId, { consentedAt: at(22), signedAt: at(333) });
    });
    const found = await store.findDocument(document.documentId);
    expect(found?.signers).toEqual([
      { ...document.signers[0], openedAt: at(1), consentedAt: at(22), signedAt: at(333) },
    ]);
  });

  test('changing what is not there fails', async () => {
    const store = given();
    const change = store.transaction((tx) => tx.changeDocument(randomUUID(), { updatedAt: at() }));
    await expect(change).rejects.toThrow('no document');
    const signer = store.transaction((tx) => tx.changeSigner('nobody', { openedAt: at() }));
    await expect(signer).rejects.toThrow('no signer');
  });

  test('a list is newest first, the later one first of those of one time, page by page', async () => {
    const store = given();
    const accountId = await addAccount(store);
    for (const [name, ms] of [
      ['oldest', 0],
      ['first of two', 5],
      ['second of two', 5],
      ['newest', 9],
    ] as const) {
      await addDocument(store, accountId, { name, createdAt: at(ms) });
    }
    await addDocument(store, await addAccount(store), { name: "another account's" });
    const hash = await addKey(store, accountId);
    const names = async (limit: number, offset: number) => {
      const found = await store.findKey({ hash, page: { limit, offset } });
      return found?.page?.map(({ name }) => name);
    };
    expect(await names(10, 0)).toEqual(['newest', 'second of two', 'first of two', 'oldest']);
    expect(await names(2, 0)).toEqual(['newest', 'second of two']);
    expect(await names(2, 2)).toEqual(['first of two', 'oldest']);
    expect(await names(2, 4)).toEqual([]);
  });

  test('pages asked for at the same moment are each answered with their own', async () => {
    const store = given();
    const [first, second] = [await addAccount(store), await addAccount(store)];
    const lease = await addDocument(store, first, { name: 'lease' });
    const offer = await addDocument(store, first, { name: 'offer', createdAt: at(1) });
    const order = await addDocument(store, second, { name: 'order', signers: [aSigner(1)] });
    const missing = randomUUID();
    const ids = [order.documentId, missing, lease.documentId, 'no uuid', order.documentId];
    const [hash, other] = [await addKey(store, first), await addKey(store, second)];
    const page = (hash: Buffer, limit: number, offset: number) =>
      store.findKey({ hash, page: { limit, offset } });
    const [found, ...pages] = await Promise.all([
      Promise.all(ids.map((id) => store.findDocument(id))),
      page(hash, 1, 1),
      page(other, 10, 0),
      page(other, 10, Number.MAX_SAFE_INTEGER),
      page(hash, 10, 0),
    ]);
    expect(found).toEqual([order, undefined, lease, undefined, order]);
    const names = pages.map((found) => found?.page?.map(({ name }) => name));
    expect(names).toEqual([['lease'], ['order'], [], [offer.name, 'lease']]);
  });

  test('a list counts the signers and those who have signed', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const signers = [aSigner(1, { signedAt: at(3) }), aSigner(2)];
    const { documentId } = await addDocument(store, accountId, { signers });
    const name = 'समझौता "2026" \\ 🖊';
    await addDocument(store, accountId, { name, createdAt: at(-1) });
    const hash = await addKey(store, accountId);
    const found = await store.findKey({ hash, page: { limit: 10, offset: 0 } });
    const { page, ...key } = found ?? {};
    expect(key).toEqual(await store.findKey({ hash }));
    expect(page).toMatchObject([
      { documentId, createdAt: '2026-11-20T12:00:00.000Z', signers: { total: 2, signed: 1 } },
      { name, createdAt: '2026-11-20T11:59:59.999Z', signers: { total: 0, signed: 0 } },
    ]);
  });
}
