import { expect, test } from 'vitest';
import {
  addAccount,
  addDocument,
  addEndpoint,
  aMail,
  anEvent,
  aSigner,
  at,
  claimDue,
  delivered,
  ended,
  ofDocuments,
  refused,
} from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

export function verifyOutbox(given: Given): void {
  const withMail = async () => {
    const store = given();
    const signers = [aSigner(1)];
    const document = await addDocument(store, await addAccount(store), { signers });
    const to = { documentId: document.documentId, signerId: signers[0]?.signerId ?? '' };
    await store.transaction((tx) => tx.queueMail(aMail(), { ...to, at: at() }));
    const claim = async (now: Date, leaseUntil?: Date) =>
      ofDocuments(await claimDue(store, now, leaseUntil), document);
    return { store, to, claim };
  };

  test('a mail is claimed as it was queued', async () => {
    const { to, claim } = await withMail();
    expect(await claim(at())).toMatchObject([
      { kind: 'mail', mail: aMail(), attempt: 1, step: 0, ...to },
    ]);
  });

  test('a delivery carries the exact bytes, address and secret', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const { endpointId, url, secret } = await addEndpoint(store, accountId);
    const document = await addDocument(store, accountId);
    const fact = anEvent(document);
    await store.transaction((tx) => tx.emitEvent(fact, at()));
    expect(ofDocuments(await claimDue(store), document)).toEqual([
      {
        kind: 'delivery',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        seq: expect.any(Number),
        documentId: document.documentId,
        signerId: null,
        createdAt: at(),
        attempt: 1,
        step: 0,
        trigger: 'auto',
        resume: null,
        endpointId,
        url,
        secret,
        nextSecret: null,
        event: 'signer.signed',
        body: Buffer.from(JSON.stringify(fact.event)),
        health: { noSuccessSince: at(), failures: 0, failingSince: null },
      },
    ]);
  });

  test('nothing is due before its time, nor again while its lease lasts', async () => {
    const { claim } = await withMail();
    expect(await claim(at(-1))).toEqual([]);
    expect(await claim(at(), at(1000))).toHaveLength(1);
    expect(await claim(at(999))).toEqual([]);
    expect(await claim(at(1000))).toMatchObject([{ attempt: 2, step: 0, trigger: 'recovery' }]);
  });

  test('a limit is kept, the oldest first', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const old = await addDocument(store, accountId);
    const young = await addDocument(store, accountId);
    const long = -1_000_000;
    await store.transaction(async (tx) => {
      for (const [{ documentId }, ms] of [
        [young, long + 2],
        [old, long],
        [old, long + 1],
      ] as const) {
        await tx.queueMail(aMail(), { documentId, signerId: null, at: at(ms) });
      }
    });
    const claim = async () => {
      const window = { now: at(long + 10), leaseUntil: at(), limit: 2, perQueue: 1000 };
      return (await store.claimOutbox(window)).map(({ documentId }) => documentId);
    };
    expect(await claim()).toEqual([old.documentId, old.documentId]);
    expect(await claim()).toEqual([young.documentId]);
  });

  test('a try that failed is due again at its time, counted', async () => {
    const { store, claim } = await withMail();
    const [item] = await claim(at());
    const verdict = { state: 'queued' as const, dueAt: at(5000) };
    await store.settleOutbox([ended(item, refused, verdict)]);
    expect(await claim(at(4999))).toEqual([]);
    expect(await claim(at(5000))).toMatchObject([
      { id: item?.id, attempt: 2, step: 1, trigger: 'auto' },
    ]);
  });

  test.each(['done', 'failed'] as const)('what is %s is not claimed again', async (state) => {
    const { store, claim } = await withMail();
    const [item] = await claim(at());
    await store.settleOutbox([ended(item, delivered, { state })]);
    expect(await claim(at(1_000_000))).toEqual([]);
  });

  test('one who comes late does not queue again what another has ended', async () => {
    const { store, claim } = await withMail();
    const [slow] = await claim(at(), at(10));
    const [fast] = await claim(at(10), at(1000));
    await store.settleOutbox([ended(fast, delivered, { state: 'done' })]);
    const retry = { state: 'queued' as const, dueAt: at(20) };
    await store.settleOutbox([ended(slow, refused, retry)]);
    expect(await claim(at(1_000_000))).toEqual([]);
  });

  test('one who comes late frees no lease of another, and changes neither time nor count', async () => {
    const { store, claim } = await withMail();
    const [slow] = await claim(at(), at(10));
    const [fast] = await claim(at(10), at(1000));
    expect(fast?.attempt).toBe(2);
    await store.settleOutbox([ended(slow, refused, { state: 'queued', dueAt: at(20) })]);
    expect(await claim(at(999))).toEqual([]);
    await store.settleOutbox([ended(fast, refused, { state: 'queued', dueAt: at(2000) })]);
    expect(await claim(at(1999))).toEqual([]);
    expect(await claim(at(2000))).toMatchObject([{ attempt: 3, step: 1, trigger: 'auto' }]);
  });

  test('a try that uses up no place of the schedule leaves it where it was', async () => {
    const { store, claim } = await withMail();
    const [item] = await claim(at());
    const over = ended(item, refused, { state: 'queued', dueAt: at(20) });
    await store.settleOutbox([{ ...over, usesStep: false }]);
    expect(await claim(at(20))).toMatchObject([{ attempt: 2, step: 0 }]);
  });

  test('settling twice changes nothing the second time', async () => {
    const { store, claim } = await withMail();
    const [item] = await claim(at());
    const over = ended(item, refused, { state: 'queued', dueAt: at(20) });
    await Promise.all([store.settleOutbox([over]), store.settleOutbox([over])]);
    await store.settleOutbox([over]);
    expect(await claim(at(20))).toMatchObject([{ attempt: 2, step: 1 }]);
  });
}
