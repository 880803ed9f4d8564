import { expect, test } from 'vitest';
import type { SignatureAttempt } from '../../../src/service/core/signing/signature.rules.ts';
import type {
  ArrivedAnswer,
  KeptAnswer,
} from '../../../src/service/store/documents/kept-answers.sql.ts';
import { addAccount, addDocument, anAttempt, aSigner, at } from './store-builders.ts';
import { addAttempt, claiming } from './verify-attempts.ts';
import type { Given } from './verify-document-store.ts';

/** A kept answer whose judging begins with this number. */
const judging = (
  arrived: ArrivedAnswer,
  number: number | null,
  attempt: SignatureAttempt,
): KeptAnswer => ({ ...arrived, judging: number, attempt });

export function verifyKeptAnswers(given: Given): void {
  const sent = async () => {
    const store = given();
    const document = await addDocument(store, await addAccount(store), { signers: [aSigner(1)] });
    return { store, document };
  };

  const claimAll = claiming(given);

  test('an attempt at the gateway keeps one answer until it is judged', async () => {
    const { store, document } = await sent();
    const { documentId } = document;
    const attempt = await addAttempt(store, document, { expiresAt: at(1000) });
    const { txn } = attempt;
    const origin = { actor: 'authority:x', ip: '192.0.2.7', userAgent: null, requestId: 'req_1' };
    const first = { answer: Buffer.from([0, 255]), at: at(1), origin };
    const second = { ...first, answer: Buffer.from('another'), at: at(2) };
    const resumeAt = at(100);
    expect(await store.keepAnswer('unknown', { ...first, resumeAt })).toBeUndefined();
    expect(await store.keepAnswer(txn, { ...first, resumeAt: at(5) })).toEqual(
      judging(first, 1, attempt),
    );
    expect(await store.keepAnswer(txn, { ...second, resumeAt })).toEqual(
      judging(first, 2, attempt),
    );
    expect(await store.keepAnswer(txn, { ...second, resumeAt: at(5) })).toEqual(
      judging(first, null, attempt),
    );
    expect(await store.findAttempt(txn)).toEqual(attempt);
    expect((await store.listLapsed(at(2000))).filter((one) => one.txn === txn)).toEqual([]);
    expect(await claimAll(documentId, at(99))).toEqual([]);
    expect(await claimAll(documentId, at(100))).toEqual([
      { txn, arrived: judging(first, 3, attempt) },
    ]);
    await store.dropAnswer(txn);
    expect(await claimAll(documentId, at(3600_000))).toEqual([]);
    expect(await store.keepAnswer(txn, { ...second, resumeAt })).toEqual(
      judging(second, 1, attempt),
    );
    await store.transaction((tx) => tx.changeAttempt(txn, { state: 'failed' }));
    expect(await store.keepAnswer(txn, { ...second, resumeAt })).toBeUndefined();
    expect(await claimAll(documentId, at(3600_000))).toEqual([]);
  });

  test('an answer that is set aside is neither due nor dropped, lapses, and is judged once more if it is named', async () => {
    const { store, document } = await sent();
    const { documentId } = document;
    const attempt = await addAttempt(store, document, { expiresAt: at(1000) });
    const { txn } = attempt;
    const origin = { actor: 'authority', ip: null, userAgent: null, requestId: null };
    const arrived = { answer: Buffer.from('x'), at: at(1), origin };
    const bring = () => store.keepAnswer(txn, { ...arrived, resumeAt: at(2) });
    await bring();
    await store.uncountJudging(txn);
    expect(await bring()).toEqual(judging(arrived, 1, attempt));
    expect(await bring()).toEqual(judging(arrived, 2, attempt));
    await store.transaction((tx) => tx.changeAttempt(txn, { resumeAt: null }));
    expect(await store.findAttempt(txn)).toEqual({ ...attempt, isSetAside: true });
    const aside = { ...attempt, isSetAside: true };
    expect(await bring()).toEqual(judging(arrived, null, aside));
    await store.dropAnswer(txn);
    await store.uncountJudging(txn);
    await store.deferAttempt(txn, at(2));
    expect(await claimAll(documentId, at(3600_000))).toEqual([]);
    expect(await store.listSetAside()).toContain(txn);
    expect((await store.listLapsed(at(2000))).map((one) => one.txn)).toContain(txn);
    expect(await store.makeDue({ now: at(5), txn: null })).not.toContain(txn);
    expect(await store.makeDue({ now: at(5), txn })).toEqual([txn]);
    expect(await claimAll(documentId, at(5))).toEqual([
      { txn, arrived: judging(arrived, 2, attempt) },
    ]);
    await store.transaction((tx) => tx.changeAttempt(txn, { resumeAt: null }));
    await store.transaction((tx) => tx.changeAttempt(txn, { state: 'expired' }));
    const evidence = { state: 'expired', answer: arrived.answer };
    expect(await store.findAttempt(txn)).toEqual({ ...attempt, ...evidence });
    expect(await store.listSetAside()).not.toContain(txn);
  });

  test('attempts that wait with an answer can be made due, one or all, and others cannot', async () => {
    const { store, document } = await sent();
    const other = await sent();
    const [embeddable, judged] = [
      anAttempt(document, { state: 'returned' }),
      anAttempt(other.document),
    ];
    const out = anAttempt((await sent()).document);
    for (const attempt of [embeddable, judged, out]) {
      await store.transaction((tx) => tx.insertAttempt(attempt));
    }
    const origin = { actor: 'authority', ip: null, userAgent: null, requestId: null };
    const arrived = { answer: Buffer.from('x'), at: at(1), origin, resumeAt: at(9000) };
    await store.keepAnswer(judged.txn, arrived);
    expect(await store.makeDue({ now: at(5), txn: embeddable.txn })).toEqual([embeddable.txn]);
    expect(await claimAll(document.documentId, at(5))).toHaveLength(1);
    expect(await claimAll(other.document.documentId, at(5))).toEqual([]);
    const all = await store.makeDue({ now: at(6), txn: null });
    expect(all).toEqual(expect.arrayContaining([embeddable.txn, judged.txn]));
    expect(all).not.toContain(out.txn);
    expect(await claimAll(other.document.documentId, at(6))).toHaveLength(1);
    expect(await store.makeDue({ now: at(7), txn: out.txn })).toEqual([]);
    expect(await store.makeDue({ now: at(7), txn: 'unknown' })).toEqual([]);
  });
}
