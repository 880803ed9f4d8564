import { expect, test } from 'vitest';
import {
  addAccount,
  addDocument,
  addEndpoint,
  at,
  claimDue,
  emit,
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
    expect(await store.removeEndpoint(other, first.endpointId)).toBe(false);
    expect(await store.listEndpoints(accountId)).toEqual([first, second]);
  });

  test('a delivery waits while its endpoint is off and is due at once when it is on again', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const { endpointId } = await addEndpoint(store, accountId);
    const document = await addDocument(store, accountId);
    await emit(store, document);
    const claim = async () => {
      return ofDocuments(await claimDue(store), document);
    };
    const set = (enabled: boolean) =>
      store.transaction((tx) => tx.changeEndpoint(endpointId, { enabled }));
    await set(false);
    expect(await claim()).toEqual([]);
    let wakes = 0;
    const stop = store.onOutbox(() => {
      wakes += 1;
    });
    await set(true);
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
    await emit(store, document);
    expect(await store.removeEndpoint(accountId, gone.endpointId)).toBe(true);
    expect(await store.removeEndpoint(accountId, gone.endpointId)).toBe(false);
    const on = { enabled: true } as const;
    await store.transaction(async (tx) => {
      expect(await tx.lockEndpoint(gone.endpointId)).toBeUndefined();
      await tx.changeEndpoint(gone.endpointId, on);
    });
    expect(await store.listEndpoints(accountId)).toEqual([off]);
    await store.transaction((tx) => tx.changeEndpoint(off.endpointId, on));
    expect(ofDocuments(await claimDue(store), document)).toEqual([]);
  });

  test('an endpoint is changed as a whole or in parts, its secrets included', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const endpoint = await addEndpoint(store, accountId);
    const { endpointId } = endpoint;
    const other = await addEndpoint(store, accountId);
    const health = { noSuccessSince: at(1), failures: 3, failingSince: at(2) };
    const off = { enabled: false, disabledReason: 'failing', disabledAt: at(3) } as const;
    const changes = [{ nextSecret: 'whsec_next' }, { secret: 'whsec_é' }, { health }, off] as const;
    let expected = endpoint;
    for (const change of changes) {
      expected = { ...expected, ...change };
      await store.transaction((tx) => tx.changeEndpoint(endpointId, change));
      expect(await store.transaction((tx) => tx.lockEndpoint(endpointId))).toEqual(expected);
    }
    await store.transaction((tx) => tx.changeEndpoint(endpointId, { nextSecret: null }));
    expect(await store.listEndpoints(accountId)).toEqual([
      { ...expected, nextSecret: null },
      other,
    ]);
  });

  test('an endpoint that is on has no reason to be off', async () => {
    const store = given();
    const { endpointId } = await addEndpoint(store, await addAccount(store));
    const change = { disabledReason: 'gone', disabledAt: at() } as const;
    const changing = store.transaction((tx) => tx.changeEndpoint(endpointId, change));
    await expect(changing).rejects.toThrow();
  });

  test('a delivery that was queued before is signed with the secret that there is when it is claimed', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const { endpointId } = await addEndpoint(store, accountId);
    const document = await addDocument(store, accountId);
    await emit(store, document);
    await store.transaction((tx) => tx.changeEndpoint(endpointId, { secret: 'whsec_new' }));
    const [item] = ofDocuments(await claimDue(store), document);
    expect(item).toMatchObject({ secret: 'whsec_new' });
  });
}
