import { expect, test } from 'vitest';
import type { OutboxItem } from '../../../src/service/domain/outbox.ts';
import type { DocumentStore } from '../../../src/service/ports/document-store.ts';
import {
  addAccount,
  addDocument,
  addEndpoint,
  aMail,
  anEvent,
  at,
  delivered,
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
      perLane: 1000,
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
      const window = { now, leaseUntil: at(60_000), limit: 1000, perLane: 1000 };
      const items = ofDocuments(await store.claimOutbox(window), document, other);
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

  test('the next due time is that of the first item that can be claimed then', async () => {
    const store = given();
    await drain(store, []);
    const window = {
      now: at(1_000_000_000),
      leaseUntil: at(2_000_000_000),
      limit: 1000,
      perLane: 1000,
    };
    for (const item of await store.claimOutbox(window)) {
      await store.settleOutbox([ended(item, delivered, { state: 'done' })]);
    }
    const accountId = await addAccount(store);
    const { endpointId } = await addEndpoint(store, accountId);
    const document = await addDocument(store, accountId);
    expect(await store.nextOutboxDue()).toBeUndefined();

    await store.transaction(async (tx) => {
      await tx.emitEvent(anEvent(document), at(3));
      await tx.emitEvent(anEvent(document), at(4));
    });
    expect(await store.nextOutboxDue()).toEqual(at(3));
    const [item] = await store.claimOutbox({
      now: at(5),
      leaseUntil: at(500),
      limit: 10,
      perLane: 1000,
    });
    expect(await store.nextOutboxDue()).toEqual(at(500));
    await store.settleOutbox([ended(item, refused, { state: 'queued', dueAt: at(900) })]);
    expect(await store.nextOutboxDue()).toEqual(at(4));
    await store.transaction((tx) => tx.changeEndpoint(endpointId, { enabled: false }));
    expect(await store.nextOutboxDue()).toBeUndefined();
    await store.removeEndpoint(accountId, endpointId);
  });

  test('a lane leases no more than its places, and the others are not kept waiting', async () => {
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
    const claim = async (now = at()) => {
      const window = { now, leaseUntil: at(60_000), limit: 20, perLane: 3 };
      const items = await store.claimOutbox(window);
      const lanes = items.map((item) => (item.kind === 'mail' ? 'mail' : item.endpointId));
      return {
        items,
        sizes: [...new Set(lanes)].map((lane) => lanes.filter((l) => l === lane).length),
      };
    };
    const together = await Promise.all([claim(), claim(), claim()]);
    expect(together.flatMap(({ sizes }) => sizes)).toEqual([3, 3, 3]);
    const [first] = together.flatMap(({ items }) => items);
    await store.settleOutbox([ended(first, delivered, { state: 'done' })]);
    expect((await claim()).sizes).toEqual([1]);
    expect((await claim(at(60_000))).sizes).toEqual([3, 3, 3]);
  });

  test.each([
    [2, 3],
    [3, 1],
  ])(
    'after %i failures in a row an endpoint with three places has %i',
    async (failures, places) => {
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
      const window = { now: at(), leaseUntil: at(60_000), limit: 20, perLane: 3 };
      expect(await store.claimOutbox(window)).toHaveLength(places);
      expect(await store.claimOutbox(window)).toEqual([]);
    },
  );

  test('a try that is over takes no place while it is settled, and is not leased again', async () => {
    const store = given();
    await drain(store, []);
    const accountId = await addAccount(store);
    await addEndpoint(store, accountId);
    const [a, b] = [await addDocument(store, accountId), await addDocument(store, accountId)];
    await store.transaction(async (tx) => {
      for (const document of [a, b]) await tx.emitEvent(anEvent(document), at());
    });
    const claim = async (over?: number[]) => {
      const window = { now: at(), leaseUntil: at(60_000), limit: 9, perLane: 1 };
      return await store.claimOutbox(over ? { ...window, over } : window);
    };
    const [first] = await claim();
    expect(first?.documentId).toBe(a.documentId);
    expect(await claim()).toEqual([]);
    const next = await claim([first?.seq ?? 0]);
    expect(next.map(({ documentId }) => documentId)).toEqual([b.documentId]);
    expect(await claim([first?.seq ?? 0])).toEqual([]);
  });

  test('lanes are served in turn, however old what waits in one of them is', async () => {
    const store = given();
    await drain(store, []);
    const accountId = await addAccount(store);
    const lanes: string[] = [];
    for (let n = 0; n < 3; n += 1) lanes.push((await addEndpoint(store, accountId)).endpointId);
    for (const [n] of EIGHT.slice(0, 4).entries()) {
      const document = await addDocument(store, accountId);
      await store.transaction((tx) => tx.emitEvent(anEvent(document), at(-100 + n)));
    }
    const served: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      const [after = ''] = served.slice(-1);
      const window = { now: at(), leaseUntil: at(60_000), limit: 1, perLane: 1 };
      const [item] = await store.claimOutbox({ ...window, after });
      if (item?.kind !== 'delivery') throw new Error('Nothing was claimed.');
      served.push(item.endpointId);
      await store.settleOutbox([ended(item, delivered, { state: 'done' })]);
    }
    expect(served).toEqual([...lanes, ...lanes, ...lanes]);
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
