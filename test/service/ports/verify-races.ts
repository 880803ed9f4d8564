import { expect, test } from 'vitest';
import { chainFault } from '../../../src/contract/audit-chain.ts';
import {
  assertCanAddSigners,
  assertCanSend,
} from '../../../src/service/core/documents/document-states.rules.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { addAccount, addDocument, aFact, aSigner, at } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

function send(store: DocumentStore, documentId: string): Promise<number> {
  return store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    if (!document) throw new Error('There is no such document.');
    assertCanSend(document);
    const { accountId, signers } = document;
    await tx.changeDocument(documentId, { status: 'SENT', sentAt: at(), updatedAt: at() });
    await tx.appendAudit(documentId, [aFact()]);
    return await tx.chargeCredits({ accountId, documentId, credits: signers.length, at: at() });
  });
}

function addTwo(store: DocumentStore, documentId: string): Promise<void> {
  return store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    if (!document) throw new Error('There is no such document.');
    assertCanAddSigners(document, 2);
    const { length } = document.signers;
    await tx.insertSigners(documentId, [aSigner(length + 1), aSigner(length + 2)]);
    await tx.appendAudit(documentId, [aFact(), aFact()]);
  });
}

const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code)).sort();

export function verifyRaces(given: Given): void {
  test('of many sends at once one is done and charged', async () => {
    const store = given();
    const accountId = await addAccount(store, 100);
    const signers = [aSigner(1), aSigner(2), aSigner(3)];
    const { documentId } = await addDocument(store, accountId, { signers });
    const attempts = Array.from({ length: 12 }, () => send(store, documentId));
    const results = await Promise.allSettled(attempts);
    expect(codes(results)).toEqual(['done', ...Array(11).fill('invalid_state')]);
    expect(await store.creditBalance(accountId)).toBe(97);
  });

  test('of four adds of two signers at once three are done, numbered without a gap', async () => {
    const store = given();
    const { documentId } = await addDocument(store, await addAccount(store));
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => addTwo(store, documentId)),
    );
    expect(codes(results)).toEqual(['done', 'done', 'done', 'signer_limit_reached']);
    const document = await store.findDocument(documentId);
    expect(document?.signers.map(({ signingOrder }) => signingOrder)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(chainFault(await store.readAudit(documentId))).toBeUndefined();
  });

  test('the last credit is spent once', async () => {
    const store = given();
    const accountId = await addAccount(store, 1);
    const documents = await Promise.all(
      Array.from({ length: 8 }, () => addDocument(store, accountId, { signers: [aSigner(1)] })),
    );
    const results = await Promise.allSettled(
      documents.map(({ documentId }) => send(store, documentId)),
    );
    expect(codes(results)).toEqual(['done', ...Array(7).fill('insufficient_credits')]);
    expect(await store.creditBalance(accountId)).toBe(0);
    const found = await Promise.all(
      documents.map(({ documentId }) => store.findDocument(documentId)),
    );
    expect(found.filter((document) => document?.status === 'SENT')).toHaveLength(1);
  });
}
