import { expect, test } from 'vitest';
import {
  addAccount,
  addDocument,
  addEndpoint,
  anEvent,
  at,
  ofDocuments,
} from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

export function verifyEndpoints(given: Given): void {
  test('endpoints are listed as they were added, oldest first, to their account alone', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const first = await addEndpoint(store, accountId, { secret: 'whsec_é😀' });
    const second = await addEndpoint(store, accountId, { enabled: false });
    const other = await addAccount(store);
    expect(await store.listEndpoints(accountId)).toEqual([first, second]);
    expect(await store.listEndpoints(other)).toEqual([]);
    expect(await store.enableEndpoint(other, first.endpointId, false)).toBe(false);
    expect(await store.removeEndpoint(other, first.endpointId)).toBe(false);
    expect(await store.listEndpoints(accountId)).toEqual([first, second]);
  });

  test('a delivery waits while its endpoint is off and is due at once when it is on again', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const { endpointId } = await addEndpoint(store, accountId);
    const document = await addDocument(store, accountId);
    await store.transaction((tx) => tx.emitEvent(anEvent(document), at()));
    const claim = async () => {
      const window = { now: at(), leaseUntil: at(1), limit: 1000, perLane: 1000 };
      return ofDocuments(await store.claimOutbox(window), document);
    };
    expect(await store.enableEndpoint(accountId, endpointId, false)).toBe(true);
    expect(await claim()).toEqual([]);
    let wakes = 0;
    const stop = store.onOutbox(() => {
      wakes += 1;
    });
    expect(await store.enableEndpoint(accountId, endpointId, true)).toBe(true);
    stop();
    expect(wakes).toBe(1);
    expect(await claim()).toHaveLength(1);
  });

  test('an endpoint that is off gets no event of that time, one that is removed nothing more', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const off = await addEndpoint(store, accountId, { enabled: false });
    const gone = await addEndpoint(store, accountId);
    const document = await addDocument(store, accountId);
    await store.transaction((tx) => tx.emitEvent(anEvent(document), at()));
    expect(await store.removeEndpoint(accountId, gone.endpointId)).toBe(true);
    expect(await store.removeEndpoint(accountId, gone.endpointId)).toBe(false);
    expect(await store.enableEndpoint(accountId, gone.endpointId, true)).toBe(false);
    expect(await store.listEndpoints(accountId)).toEqual([off]);
    await store.enableEndpoint(accountId, off.endpointId, true);
    const window = { now: at(), leaseUntil: at(1), limit: 1000, perLane: 1000 };
    expect(ofDocuments(await store.claimOutbox(window), document)).toEqual([]);
  });
}
