import { expect, test } from 'vitest';
import type { OutboxItem } from '../../../src/service/core/outbox/outbox.rules.ts';
import { queueOf } from '../../../src/service/core/outbox/outbox.rules.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import {
  addAccount,
  addDocument,
  addEndpoint,
  aMail,
  anEvent,
  at,
  claimDue,
  delivered,
  emit,
  ended,
  ofDocuments,
  refused,
} from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];

async function drain(store: DocumentStore, seen: string[]): Promise<void> {
  for (;;) {
    const items = await store.claimOutbox({
      now: at(),
      leaseUntil: at(60_000),
      limit: 7,
      perQueue: 1000,
    });
    if (items.length === 0) return;
    seen.push(...items.map(({ id }) => id));
  }
}

export function verifyOutboxOrder(given: Given): void {
  test('first tries keep their order for an endpoint and a document, and no longer', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const [a, b] = [await addEndpoint(store, accountId), await addEndpoint(store, accountId)];
    const document = await addDocument(store, accountId);
    const other = await addDocument(store, accountId);
    await store.transaction(async (tx) => {
      await tx.emitEvent(anEvent(document), at());
      await tx.emitEvent(anEvent(document), at());
      await tx.emitEvent(anEvent(other), at());
    });
    const claim = async (now = at()) => {
      const items = ofDocuments(await claimDue(store, now, at(60_000)), document, other);
      return items.map((item) => ({ ...item, key: keyOf(item) }));
    };
    const keyOf = (item: OutboxItem) =>
      item.kind === 'delivery' ? `${item.endpointId} ${item.documentId}` : 'mail';
    const keys = [a, b].flatMap(({ endpointId }) => [
      `${endpointId} ${document.documentId}`,
      `${endpointId} ${other.documentId}`,
    ]);

    const first = await claim();
    expect(first.map(({ key }) => key).sort()).toEqual([...keys].sort());
    expect(await claim()).toEqual([]);

    const toA = first.find(({ key }) => key === keys[0]);
    await store.settleOutbox([ended(toA, refused, { state: 'queued', dueAt: at(5000) })]);
    const second = await claim();
    expect(second.map(({ key }) => key)).toEqual([keys[0]]);
    expect(second[0]?.id).not.toBe(toA?.id);

    const toB = first.find(({ key }) => key === keys[2]);
    await store.settleOutbox([ended(toB, delivered, { state: 'done' })]);
    expect((await claim()).map(({ key }) => key)).toEqual([keys[2]]);
    expect((await claim(at(5000))).map(({ id }) => id)).toEqual([toA?.id]);
  });

  test('a process gets no more of a queue than its places, and the others are not kept waiting', async () => {
    const store = given();
    await drain(store, []);
    const accountId = await addAccount(store);
    await addEndpoint(store, accountId);
    await addEndpoint(store, accountId);
    const documents = await Promise.all(EIGHT.map(() => addDocument(store, accountId)));
    await store.transaction(async (tx) => {
      for (const document of documents) await tx.emitEvent(anEvent(document), at(-9));
      for (const { documentId } of documents) {
        await tx.queueMail(aMail(), { documentId, signerId: null, at: at() });
      }
    });
    const claim = async (held: readonly OutboxItem[] = [], now = at()) => {
      const window = { now, leaseUntil: at(60_000), limit: 20, perQueue: 3, held };
      const items = await store.claimOutbox(window);
      const queues = items.map(queueOf);
      const sizes = [...new Set(queues)].map((name) => queues.filter((q) => q === name).length);
      return { items, sizes };
    };
    const first = await claim();
    expect(first.sizes).toEqual([3, 3, 3]);
    expect((await claim(first.items)).sizes).toEqual([]);
    const [over, ...held] = first.items;
    await store.settleOutbox([ended(over, delivered, { state: 'done' })]);
    expect((await claim(held)).sizes).toEqual([1]);
    const another = await claim([]);
    expect(another.sizes).toEqual(expect.arrayContaining([3, 3]));
  });

  test('items that a process holds are not leased anew, even when their lease ran out', async () => {
    const store = given();
    await drain(store, []);
    const { documentId } = await addDocument(store, await addAccount(store));
    const to = { documentId, signerId: null, at: at() };
    await store.transaction((tx) => tx.queueMail(aMail(), to));
    const window = { leaseUntil: at(10), limit: 20, perQueue: 3 };
    const held = await store.claimOutbox({ ...window, now: at() });
    expect(held).toHaveLength(1);
    expect(await store.claimOutbox({ ...window, now: at(10), held })).toEqual([]);
    expect(await store.claimOutbox({ ...window, now: at(10) })).toMatchObject([
      { id: held[0]?.id, attempt: 2 },
    ]);
  });

  test.each([
    [3, 8],
    [4, 1],
  ])('after %i failures in a row an endpoint has room for %i', async (failures, places) => {
    const store = given();
    await drain(store, []);
    const accountId = await addAccount(store);
    const { endpointId } = await addEndpoint(store, accountId);
    const documents = await Promise.all(EIGHT.map(() => addDocument(store, accountId)));
    await store.transaction(async (tx) => {
      const health = { noSuccessSince: at(), failures, failingSince: at() };
      await tx.changeEndpoint(endpointId, { health });
      for (const document of documents) await tx.emitEvent(anEvent(document), at());
    });
    const window = { now: at(), leaseUntil: at(60_000), limit: 20, perQueue: 16 };
    const held = await store.claimOutbox(window);
    expect(held).toHaveLength(places);
    expect(await store.claimOutbox({ ...window, held })).toEqual([]);
  });

  test('where there is room for few, each queue gets its first, however old a backlog is', async () => {
    const store = given();
    await drain(store, []);
    const accountId = await addAccount(store);
    const first = await addEndpoint(store, accountId);
    for (const ms of [-100, -99, -98]) {
      const document = await addDocument(store, accountId);
      await emit(store, document, ms);
    }
    const others = [await addEndpoint(store, accountId), await addEndpoint(store, accountId)];
    const document = await addDocument(store, accountId);
    await emit(store, document);
    const window = { now: at(), leaseUntil: at(60_000), limit: 3, perQueue: 16 };
    const items = await store.claimOutbox(window);
    const expected = [first, ...others].map(({ endpointId }) => endpointId);
    expect(items.map(queueOf).sort()).toEqual(expected.sort());
  });

  test('eight who claim 500 items get each of them once', async () => {
    const store = given();
    await drain(store, []);
    const { documentId } = await addDocument(store, await addAccount(store));
    await store.transaction(async (tx) => {
      for (let n = 0; n < 500; n += 1) {
        await tx.queueMail(aMail(), { documentId, signerId: null, at: at(-1) });
      }
    });
    const seen: string[] = [];
    await Promise.all(EIGHT.map(() => drain(store, seen)));
    expect(seen).toHaveLength(500);
    expect(new Set(seen).size).toBe(500);
  });
}
