import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OutboxClaim, OutboxItem } from '../../../src/service/domain/outbox.ts';
import type { DocumentStore } from '../../../src/service/ports/document-store.ts';
import {
  addAccount,
  addDocument,
  addEndpoint,
  anEvent,
  at,
  delivered,
  ended,
} from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

const DONE = { state: 'done' } as const;
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];

/** Ends all that waits, of other tests. */
async function empty(store: DocumentStore): Promise<void> {
  const window = { now: at(1_000_000_000), leaseUntil: at(2_000_000_000), limit: 1000 };
  for (;;) {
    const items = await store.claimOutbox({ ...window, perLane: 1000 });
    if (items.length === 0) return;
    await store.settleOutbox(items.map((item) => ended(item, delivered, DONE)));
  }
}

export function verifyOutboxAhead(given: Given): void {
  /** An endpoint for which eight deliveries wait, and a claim of two places and three ahead. */
  const open = async () => {
    const store = given();
    const accountId = await addAccount(store);
    const { endpointId } = await addEndpoint(store, accountId);
    const documents = await Promise.all(EIGHT.map(() => addDocument(store, accountId)));
    await store.transaction(async (tx) => {
      for (const document of documents) await tx.emitEvent(anEvent(document), at());
    });
    const documentIds = new Set(documents.map(({ documentId }) => documentId));
    const claim = async (claimed: Partial<OutboxClaim> = {}) => {
      const window = { now: at(), leaseUntil: at(60_000), limit: 100, perLane: 2, ahead: 3 };
      const items = await store.claimOutbox({ ...window, ...claimed });
      return items.filter(({ documentId }) => documentIds.has(documentId ?? ''));
    };
    const settle = (items: readonly OutboxItem[]) =>
      store.settleOutbox(items.map((item) => ended(item, delivered, DONE)));
    const close = () => store.removeEndpoint(accountId, endpointId);
    return { store, claim, settle, close, endpointId };
  };
  const [ours, theirs] = [randomUUID(), randomUUID()];

  test('a lane gives more than its places to one sender alone', async () => {
    const { claim, settle, close } = await open();
    const first = await claim({ holder: ours });
    expect(first).toHaveLength(5);
    expect(await claim({ holder: theirs })).toEqual([]);
    expect(await claim({ holder: ours })).toEqual([]);
    const over = first.slice(0, 1).map(({ seq }) => seq);
    expect(await claim({ holder: ours, over })).toHaveLength(1);
    await settle(first.slice(0, 4));
    expect(await claim({ holder: theirs })).toEqual([]);
    await settle(first.slice(4));
    expect(await claim({ holder: theirs })).toHaveLength(1);
    expect(await claim({ holder: ours })).toEqual([]);
    await close();
  });

  test('nothing is leased ahead of a slow endpoint, nor of one that failed', async () => {
    const { store, claim, close, endpointId } = await open();
    const health = { noSuccessSince: at(), failures: 1, failingSince: at() };
    await store.transaction((tx) => tx.changeEndpoint(endpointId, { health }));
    expect(await claim({ holder: ours })).toHaveLength(2);
    await store.transaction((tx) =>
      tx.changeEndpoint(endpointId, { health: { ...health, failures: 0 } }),
    );
    expect(await claim({ holder: ours, slow: [endpointId] })).toEqual([]);
    expect(await claim({ holder: ours })).toHaveLength(3);
    await close();
  });

  test('where many lanes have enough, each gives as much, and its places at least', async () => {
    const store = given();
    await empty(store);
    const worlds = [await open(), await open(), await open()];
    const laneSizes = async (limit: number) => {
      const window = { now: at(), leaseUntil: at(1), limit, perLane: 2, ahead: 6 };
      const items = await store.claimOutbox({ ...window, holder: ours });
      const lanes = worlds.map(({ endpointId }) =>
        items.filter((item) => item.kind === 'delivery' && item.endpointId === endpointId),
      );
      await store.returnOutbox(items);
      return lanes.map(({ length }) => length);
    };
    expect(await laneSizes(12)).toEqual([4, 4, 4]);
    expect((await laneSizes(4)).sort()).toEqual([1, 1, 2]);
    for (const { close } of worlds) await close();
  });

  test('what is given back is claimed again as if it had not been', async () => {
    const { store, claim, close } = await open();
    const first = await claim({ holder: ours });
    await store.returnOutbox(first.slice(2));
    const again = await claim({ holder: ours });
    expect(again).toEqual(first.slice(2));
    expect(again).toMatchObject([{ attempt: 1, trigger: 'auto' }, {}, {}]);
    await close();
  });

  test('what a crash had cut off is still cut off when it is given back', async () => {
    const { store, claim, close } = await open();
    const crashed = await claim({ holder: theirs, limit: 1, leaseUntil: at(10) });
    const after = { holder: ours, limit: 1, now: at(20) };
    const recovered = await claim(after);
    expect(recovered).toMatchObject([{ id: crashed[0]?.id, attempt: 2, trigger: 'recovery' }]);
    await store.returnOutbox(recovered);
    expect(await store.nextOutboxDue()).toEqual(new Date(0));
    expect(await claim(after)).toEqual(recovered);
    await close();
  });

  test('a sender that leased an item anew settles its newest try alone', async () => {
    const { claim, settle, close } = await open();
    const late = await claim({ holder: ours, limit: 1, leaseUntil: at(10) });
    const anew = await claim({ holder: ours, limit: 1, now: at(20) });
    expect(anew).toMatchObject([{ id: late[0]?.id, attempt: 2, holder: late[0]?.holder }]);
    await settle(late);
    expect(await claim({ now: at(60_000), limit: 1 })).toMatchObject([{ id: late[0]?.id }]);
    await close();
  });

  test('whoever holds a lease no longer cannot give it back', async () => {
    const { store, claim, close } = await open();
    const late = await claim({ holder: ours, limit: 1, leaseUntil: at(10) });
    const now = { now: at(20), limit: 1 };
    expect(await claim({ ...now, holder: theirs })).toMatchObject([{ id: late[0]?.id }]);
    await store.returnOutbox(late);
    const ids = (await claim({ ...now, limit: 100, holder: theirs })).map(({ id }) => id);
    expect(ids).not.toContain(late[0]?.id);
    await close();
  });
}
