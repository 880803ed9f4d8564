import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../src/service/ports/store-unavailable.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import {
  addAccount,
  addDocument,
  addEndpoint,
  aMail,
  anAccount,
  anEvent,
  at,
} from '../../service/ports/store-builders.ts';
import { verifyDocumentStore } from '../../service/ports/verify-document-store.ts';
import { verifyGuards } from '../../service/store/verify-guards.ts';
import {
  createDatabase,
  createEmptyDatabase,
  onConnection,
  openPostgresTestStore,
  openStoreOn,
} from '../../support/store/postgres.ts';

async function openGuarded() {
  const { url, drop } = await createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const close = async () => {
    await client.end();
    await drop();
  };
  return { query: (text: string) => client.query(text), close };
}

/** Stores of as many processes on one database. */
async function openStores(count: number) {
  const { url, drop } = await createDatabase();
  const stores: DocumentStore[] = [];
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await drop();
  });
  for (let n = 0; n < count; n += 1) stores.push(await openStoreOn(url));
  return { url, stores };
}

const storeAt = (stores: readonly DocumentStore[], index: number): DocumentStore => {
  const store = stores[index];
  if (!store) throw new Error(`There is no store ${index}.`);
  return store;
};

function countWakes(store: DocumentStore): { count: number } {
  const wakes = { count: 0 };
  store.onOutbox(() => {
    wakes.count += 1;
  });
  return wakes;
}

async function queueMails(store: DocumentStore, count: number): Promise<void> {
  const { documentId } = await addDocument(store, await addAccount(store));
  await store.transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await tx.queueMail(aMail(), { documentId, signerId: null, at: at() });
    }
  });
}

const killConnections = (url: string, which: string) =>
  onConnection(url, (client) =>
    client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
    ),
  );

describe('PostgreSQL', () => {
  describe('the store', () => verifyDocumentStore(openPostgresTestStore));
  describe('the guards', () => verifyGuards(openGuarded));

  test('processes that start at once on an empty database all find it migrated', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStoreOn(url)));
    const accounts = await Promise.all(stores.map((store) => addAccount(store, 3)));
    expect(new Set(accounts).size).toBe(8);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a commit wakes other processes, its own once, and a rollback none', async () => {
    const { stores } = await openStores(2);
    const [own, other] = [storeAt(stores, 0), storeAt(stores, 1)];
    const [ownWakes, otherWakes] = [countWakes(own), countWakes(other)];
    await expect(
      own.transaction(async (tx) => {
        await tx.insertAccount(anAccount('x'));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await queueMails(own, 3);
    await expect.poll(() => otherWakes.count).toBe(1);
    await queueMails(other, 1);
    await expect.poll(() => ownWakes.count).toBe(2);
    expect(otherWakes.count).toBe(2);
  });

  test('a process whose listening connection broke hears again', async () => {
    const { url, stores } = await openStores(2);
    const wakes = countWakes(storeAt(stores, 1));
    await killConnections(url, `query LIKE '%LISTEN%'`);
    await expect.poll(() => wakes.count).toBeGreaterThan(0);
    const before = wakes.count;
    await queueMails(storeAt(stores, 0), 1);
    await expect.poll(() => wakes.count).toBeGreaterThan(before);
  });

  test('connections that break fail their work and are replaced, however often', async () => {
    const { url, stores } = await openStores(1);
    const store = storeAt(stores, 0);
    const accountId = await addAccount(store, 7);
    for (let round = 0; round < 25; round += 1) {
      const work = store.transaction(async (tx) => {
        await tx.grantCredits({ accountId, credits: 1, at: at() });
        await killConnections(url, `state = 'idle in transaction'`);
        await tx.grantCredits({ accountId, credits: 1, at: at() });
      });
      await expect(work).rejects.toThrow(StoreUnavailable);
    }
    expect(await store.creditBalance(accountId)).toBe(7);
  });

  test('an event that is committed while its endpoint is removed leaves nothing queued', async () => {
    const { stores } = await openStores(2);
    const [own, other] = [storeAt(stores, 0), storeAt(stores, 1)];
    const accountId = await addAccount(own);
    const { endpointId } = await addEndpoint(own, accountId);
    const document = await addDocument(own, accountId);
    let removed: Promise<boolean> = Promise.resolve(false);
    await own.transaction(async (tx) => {
      await tx.emitEvent(anEvent(document), at());
      removed = other.removeEndpoint(accountId, endpointId);
      await pause(200);
    });
    expect(await removed).toBe(true);
    await own.transaction((tx) => tx.emitEvent(anEvent(document), at()));
    const deliveries = await own.listDeliveries({ accountId, limit: 9 });
    expect(deliveries.map(({ state }) => state)).toEqual(['failed']);
  });

  test('a failing endpoint for which ten thousand deliveries wait gets no more, and somebody is told', async () => {
    const { url, stores } = await openStores(2);
    const store = storeAt(stores, 0);
    const accountId = await addAccount(store);
    const { endpointId } = await addEndpoint(store, accountId);
    const healthy = await addEndpoint(store, accountId);
    const document = await addDocument(store, accountId);
    const emitIn = (to: typeof store) =>
      to.transaction((tx) => tx.emitEvent(anEvent(document), at()));
    await emitIn(store);
    await onConnection(url, (client) =>
      client.query(
        `INSERT INTO deliveries (endpoint_id, event_seq, document_id, state, next_at, created_at)
          SELECT endpoint_id, event_seq, document_id, state, next_at, created_at
          FROM deliveries, generate_series(2, 10000)`,
      ),
    );
    const failing = `UPDATE webhook_endpoints SET failures = 1 WHERE endpoint_id = '${endpointId}'`;
    await onConnection(url, (client) => client.query(failing));
    const second = storeAt(stores, 1);
    const told: string[] = [];
    second.onBacklogFull((full) => told.push(full));
    await emitIn(second);
    const states = await onConnection(url, (client) =>
      client.query(
        'SELECT endpoint_id, state, count(*)::int FROM deliveries GROUP BY 1, 2 ORDER BY count(*) DESC, 2',
      ),
    );
    expect(states.rows).toEqual([
      { endpoint_id: healthy.endpointId, state: 'queued', count: 10_001 },
      { endpoint_id: endpointId, state: 'queued', count: 10_000 },
      { endpoint_id: endpointId, state: 'skipped', count: 1 },
    ]);
    expect(told).toEqual([endpointId]);
  });

  test('eight processes that claim 500 items get as many each, and each of them once', async () => {
    const { stores } = await openStores(8);
    await queueMails(storeAt(stores, 0), 500);
    const window = { now: at(), leaseUntil: at(60_000), limit: 16, perQueue: 500 };
    const first = await Promise.all(stores.map((store) => store.claimOutbox(window)));
    expect(first.map(({ length }) => length)).toEqual(Array(8).fill(16));
    const seen = first.flat().map(({ id }) => id);
    await Promise.all(
      stores.map(async (store) => {
        for (;;) {
          const items = await store.claimOutbox(window);
          if (items.length === 0) return;
          seen.push(...items.map(({ id }) => id));
        }
      }),
    );
    expect(seen).toHaveLength(500);
    expect(new Set(seen).size).toBe(500);
  });
});
