import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { aDocument, addAccount, addDocument, aFact, aMail, aSigner, at } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

export function verifyTransactions(given: Given): void {
  test('work that throws leaves nothing', async () => {
    const store = given();
    const accountId = await addAccount(store, 5);
    const document = aDocument(accountId);
    const work = store.transaction(async (tx) => {
      await tx.insertDocument(document);
      await tx.appendAudit(document.documentId, [aFact()]);
      await tx.chargeCredits({
        accountId,
        documentId: document.documentId,
        credits: 2,
        at: at(),
      });
      throw new Error('power cut');
    });
    await expect(work).rejects.toThrow('power cut');
    expect(await store.findDocument(document.documentId)).toBeUndefined();
    expect(await store.creditBalance(accountId)).toBe(5);
    expect(await store.readAudit(document.documentId)).toEqual([]);
  });

  test('a failure that the work hides does not pass for a commit', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const document = await addDocument(store, accountId);
    const charge = { accountId, documentId: document.documentId, credits: 1, at: at() };
    const work = store.transaction(async (tx) => {
      await tx.changeDocument(document.documentId, { updatedAt: at(9) });
      await tx.chargeCredits(charge).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('nothing was committed');
    expect((await store.findDocument(document.documentId))?.updatedAt).toEqual(at());
  });

  test('an error of the database tells nothing of what was to be stored', async () => {
    const store = given();
    const document = await addDocument(store, await addAccount(store), { signers: [aSigner(1)] });
    for (const [order, words] of [
      [1, 'signers_order'],
      [7, 'signers_order_within_limit'],
    ] as const) {
      const adding = store.transaction((tx) =>
        tx.insertSigners(document.documentId, [aSigner(order)]),
      );
      const error: unknown = await adding.catch((reason: unknown) => reason);
      const shown = inspect(error, { depth: 9, showHidden: true });
      expect(shown).toContain(words);
      expect(shown).not.toMatch(/example[.]in|98765|शर्मा/);
    }
  });

  test('waiting for the outbox ends with the commit that queued something', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const { documentId } = await addDocument(store, accountId);
    let wakes = 0;
    const stop = store.onOutbox(() => {
      wakes += 1;
    });
    let wakesBefore = -1;
    await store.transaction(async (tx) => {
      await tx.queueMail(aMail(), { documentId, signerId: null, at: at() });
      wakesBefore = wakes;
    });
    expect({ wakesBefore, wakes }).toEqual({ wakesBefore: 0, wakes: 1 });

    await store.transaction((tx) => tx.changeDocument(documentId, { updatedAt: at(1) }));
    const failing = store.transaction(async (tx) => {
      await tx.queueMail(aMail(), { documentId, signerId: null, at: at() });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(wakes).toBe(1);

    stop();
    await store.transaction((tx) =>
      tx.queueMail(aMail(), { documentId, signerId: null, at: at() }),
    );
    expect(wakes).toBe(1);
  });
}
