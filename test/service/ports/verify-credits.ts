import { expect, test } from 'vitest';
import { DomainError } from '../../../src/service/core/domain-error.rules.ts';
import { addAccount, addDocument, at } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

export function verifyCredits(given: Given): void {
  test('credits are granted and charged, and each answers the balance after', async () => {
    const store = given();
    const accountId = await addAccount(store);
    expect(await store.creditBalance(accountId)).toBe(0);
    const { documentId } = await addDocument(store, accountId);
    const [granted, charged] = await store.transaction(async (tx) => [
      await tx.grantCredits({ accountId, credits: 10, at: at() }),
      await tx.chargeCredits({ accountId, documentId, credits: 3, at: at() }),
    ]);
    expect([granted, charged, await store.creditBalance(accountId)]).toEqual([10, 7, 7]);
    expect(await store.creditBalance('acc_unknown')).toBe(0);
  });

  test('the last credit can be spent and none beyond it', async () => {
    const store = given();
    const accountId = await addAccount(store, 3);
    const [first, second] = [
      await addDocument(store, accountId),
      await addDocument(store, accountId),
    ];
    const charge = (documentId: string, credits: number) =>
      store.transaction((tx) => tx.chargeCredits({ accountId, documentId, credits, at: at() }));
    await expect(charge(first.documentId, 4)).rejects.toThrow(
      new DomainError(
        'insufficient_credits',
        'Sending takes 4 credits and the account has 3; nothing was sent.',
      ),
    );
    expect(await charge(first.documentId, 3)).toBe(0);
    await expect(charge(second.documentId, 1)).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    expect(await store.creditBalance(accountId)).toBe(0);
  });

  test('a document is charged once', async () => {
    const store = given();
    const accountId = await addAccount(store, 10);
    const { documentId } = await addDocument(store, accountId);
    const charge = () =>
      store.transaction((tx) => tx.chargeCredits({ accountId, documentId, credits: 2, at: at() }));
    await charge();
    await expect(charge()).rejects.toThrow('credit_ledger_charge');
    expect(await store.creditBalance(accountId)).toBe(8);
  });
}
