import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Document } from '../../../src/service/core/documents/document.rules.ts';
import type { SignatureAttempt } from '../../../src/service/core/signing/signature.rules.ts';
import type { ClaimedAttempt } from '../../../src/service/store/documents/kept-answers.sql.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { addAccount, addDocument, anAttempt, aSigner, at } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

/** A fresh attempt to sign a document. */
export async function addAttempt(
  store: DocumentStore,
  document: Document,
  given: Partial<SignatureAttempt> = {},
): Promise<SignatureAttempt> {
  const attempt = anAttempt(document, given);
  await store.transaction((tx) => tx.insertAttempt(attempt));
  return attempt;
}

/** Claims all attempts that are due at a time, until another one; those of one document. */
export const claiming =
  (given: () => DocumentStore) =>
  async (documentId: string, now: Date, leaseUntil = new Date(now.getTime() + 3600_000)) => {
    const claimed: ClaimedAttempt[] = [];
    for (;;) {
      const next = await given().claimAttempt({ now, leaseUntil });
      if (!next) break;
      claimed.push(next);
    }
    const own = await Promise.all(claimed.map(({ txn }) => given().findAttempt(txn)));
    return claimed.filter((_, index) => own[index]?.documentId === documentId);
  };

export function verifyAttempts(given: Given): void {
  const sent = async () => {
    const store = given();
    const signers = [aSigner(1), aSigner(2)];
    const document = await addDocument(store, await addAccount(store), { signers });
    return { store, document };
  };

  test('an attempt is found as it was added, alive until it failed', async () => {
    const { store, document } = await sent();
    const attempt = await addAttempt(store, document);
    expect(await store.findAttempt(attempt.txn)).toEqual(attempt);
    expect(await store.findLiveAttempt(document.documentId)).toEqual(attempt);
    const locked = await store.transaction(async (tx) => [
      await tx.lockAttempt(attempt.txn),
      await tx.lockLiveAttempt(document.documentId),
      await tx.lockAttempt('unknown'),
    ]);
    expect(locked).toEqual([attempt, attempt, undefined]);

    const answer = Buffer.from([0, 255, 1]);
    const failed = { state: 'failed' as const, answer, reason: 'signer_declined' };
    await store.transaction((tx) => tx.changeAttempt(attempt.txn, failed));
    expect(await store.findAttempt(attempt.txn)).toEqual({ ...attempt, ...failed });
    expect(await store.findLiveAttempt(document.documentId)).toBeUndefined();
  });

  test('a document has one live attempt, at the gateway or back from it', async () => {
    const { store, document } = await sent();
    const first = anAttempt(document);
    const second = anAttempt(document);
    await store.transaction((tx) => tx.insertAttempt(first));
    const add = () => store.transaction((tx) => tx.insertAttempt(second));
    await expect(add()).rejects.toThrow('signature_attempts_live');
    await store.transaction((tx) => tx.changeAttempt(first.txn, { state: 'returned' }));
    await expect(add()).rejects.toThrow('signature_attempts_live');
    await store.transaction((tx) => tx.changeAttempt(first.txn, { state: 'stale' }));
    await add();
    expect(await store.findLiveAttempt(document.documentId)).toEqual(second);
  });

  const claimAll = claiming(given);

  test('an attempt is due from a time on, once for each lease, and not after its end', async () => {
    const { store, document } = await sent();
    const { documentId } = document;
    const attempt = await addAttempt(store, document);
    const { txn } = attempt;
    expect(await claimAll(documentId, at(9000))).toEqual([]);
    const returned = { state: 'returned', answer: Buffer.from('{}'), resumeAt: at(100) } as const;
    await store.transaction((tx) => tx.changeAttempt(txn, returned));
    expect(await claimAll(documentId, at(99), at(200))).toEqual([]);
    expect(await claimAll(documentId, at(100), at(200))).toEqual([{ txn, arrived: null }]);
    expect(await claimAll(documentId, at(199), at(300))).toEqual([]);
    await store.deferAttempt(txn, at(150));
    expect(await claimAll(documentId, at(199), at(300))).toEqual([{ txn, arrived: null }]);
    await store.transaction((tx) => tx.changeAttempt(txn, { failures: 1 }));
    expect(await claimAll(documentId, at(300), at(400))).toEqual([{ txn, arrived: null }]);
    await store.transaction((tx) => tx.changeAttempt(txn, { state: 'embedded' }));
    await store.deferAttempt(txn, at(0));
    expect(await claimAll(documentId, at(9000))).toEqual([]);
  });

  test('those who claim at once get an attempt once', async () => {
    const { store, document } = await sent();
    const attempt = await addAttempt(store, document);
    const returned = { state: 'returned', resumeAt: at(0) } as const;
    await store.transaction((tx) => tx.changeAttempt(attempt.txn, returned));
    const claims = await Promise.all([1, 2, 3, 4].map(() => claimAll(document.documentId, at(1))));
    expect(claims.flat()).toEqual([{ txn: attempt.txn, arrived: null }]);
    await store.transaction((tx) => tx.changeAttempt(attempt.txn, { state: 'stale' }));
  });

  test('the gateways that are needed are those of answers, and of attempts that may still get one', async () => {
    const { store } = await sent();
    const add = async (gateway: string | null, given: Parameters<typeof anAttempt>[1]) => {
      const { document } = await sent();
      const attempt = await addAttempt(store, document, { gateway, ...given });
      return attempt.txn;
    };
    await add('out', { expiresAt: at(1001) });
    await add('out', { expiresAt: at(1002) });
    await add('lapsed', { expiresAt: at(1000) });
    await add('returned', { state: 'returned', expiresAt: at(1) });
    await add('embedded', { state: 'embedded', expiresAt: at(2000) });
    await add(null, { expiresAt: at(2000) });
    const answered = await add('answered', { expiresAt: at(1) });
    const origin = { actor: 'authority', ip: null, userAgent: null, requestId: null };
    const arrived = { answer: Buffer.from('x'), at: at(1), origin, resumeAt: at(1) };
    await store.keepAnswer(answered, arrived);
    const needed = (await store.listLiveGateways(at(1000))).filter((id) => id !== 'test');
    expect(needed).toEqual(['answered', 'out', 'returned']);
  });

  test('a signer’s attempts after a time are seen with the live one of the document, whatever became of them', async () => {
    const { store, document } = await sent();
    const { documentId } = document;
    const [first, second] = document.signers;
    const own = [at(3), at(1), at(2)].map((createdAt, index) =>
      anAttempt(document, { createdAt, state: index === 0 ? 'at_gateway' : 'failed' }),
    );
    const other = anAttempt(document, { signerId: second?.signerId ?? '', state: 'stale' });
    const signer = { documentId, signerId: first?.signerId ?? '', after: at(1) };
    const listed = await store.transaction(async (tx) => {
      for (const attempt of [...own, other]) await tx.insertAttempt(attempt);
      return await tx.lockAttempts(signer);
    });
    expect(listed).toEqual({ live: own[0], begunAt: [at(2), at(3)] });
    expect(await store.findAttempts({ ...signer, after: at(0) })).toEqual({
      live: own[0],
      begunAt: [at(1), at(2), at(3)],
    });
    const another = { ...signer, signerId: other.signerId, after: at(9) };
    expect(await store.findAttempts(another)).toEqual({ live: own[0], begunAt: [] });
  });

  test('lapsed attempts are those at the gateway that expired before a time', async () => {
    const lapsedOf = async (state: 'at_gateway' | 'returned' | 'failed') => {
      const { store, document } = await sent();
      const attempt = await addAttempt(store, document, { state, expiresAt: at(1000) });
      const listed = async (before: Date) =>
        (await store.listLapsed(before)).filter(({ txn }) => txn === attempt.txn);
      return { attempt, listed };
    };
    const { attempt, listed } = await lapsedOf('at_gateway');
    expect(await listed(at(1001))).toEqual([attempt]);
    expect(await listed(at(1000))).toEqual([]);
    expect(await (await lapsedOf('returned')).listed(at(2000))).toEqual([]);
    expect(await (await lapsedOf('failed')).listed(at(2000))).toEqual([]);
  });

  test('the files in use are those of the documents, and of their attempts under way', async () => {
    const { store, document } = await sent();
    const { documentId, original, prepared, head } = document;
    const own = [original, prepared, head].flatMap((file) => file?.key ?? []);
    const over = anAttempt(document, { state: 'failed', preparedKey: 'documents/a/over.pdf' });
    const live = anAttempt(document, { preparedKey: 'documents/a/live.pdf' });
    await store.transaction(async (tx) => {
      for (const attempt of [over, live]) await tx.insertAttempt(attempt);
    });
    const others = [randomUUID(), 'lease', ''];
    const keys = await store.listFileKeys([documentId, ...others]);
    expect(new Set(keys)).toEqual(new Set([...own, live.preparedKey]));
    expect(await store.listFileKeys(others)).toEqual([]);
    expect(await store.listFileKeys([])).toEqual([]);
  });

  test('a signer signs once', async () => {
    const { store, document } = await sent();
    const work = store.transaction(async (tx) => {
      await tx.insertAttempt(anAttempt(document, { state: 'embedded' }));
      await tx.insertAttempt(anAttempt(document, { state: 'embedded', createdAt: at(1) }));
    });
    await expect(work).rejects.toThrow('signature_attempts_embedded');
  });
}
