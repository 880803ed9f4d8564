import { beforeAll, expect, test, vi } from 'vitest';
import type { DocumentStore } from '../../../../src/service/ports/document-store.ts';
import {
  AHEAD_PER_LANE,
  TRIES_AT_ONCE_PER_LANE,
} from '../../../../src/service/use-cases/outbox/outbox-places.ts';
import { openTestStore } from '../../../support/database.ts';
import { startLocalReceiver, startSlowReceiver } from '../../../support/local-receiver.ts';
import { insertDocument, makeEvent } from '../../../support/outbox-parts.ts';
import { makeWorld, runOutbox } from '../../../support/outbox-world.ts';

let store: DocumentStore;
beforeAll(async () => {
  store = await openTestStore();
  return store.close;
});

const within = { timeout: 8000, interval: 10 };

/** An endpoint for which so many deliveries wait, each of a document of its own. */
async function makeBacklog(url: string, count: number) {
  const world = await makeWorld(store);
  const { endpointId } = await world.endpoint(url);
  for (let n = 0; n < count; n += 1) {
    await world.emit(makeEvent(await insertDocument(store, world.accountId)));
  }
  return { ...world, endpointId };
}

/** The store, with what is given back to it. */
function watchedStore() {
  const given: number[] = [];
  const returnOutbox: DocumentStore['returnOutbox'] = async (items) => {
    await store.returnOutbox(items);
    given.push(items.length);
  };
  return { given, watched: { ...store, returnOutbox } };
}

test('a backlog of one endpoint goes out four at a time, all of it, once', async () => {
  const { url, received, mostAtOnce } = await startSlowReceiver(10);
  await makeBacklog(url, 100);
  const { tried } = runOutbox(store);
  await vi.waitFor(() => expect(tried).toHaveLength(100), within);
  expect(mostAtOnce()).toBe(TRIES_AT_ONCE_PER_LANE);
  expect(new Set(received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(100);
  expect(tried.every(({ item }) => item.attempt === 1 && item.trigger === 'auto')).toBe(true);
});

test('what was leased ahead of an endpoint that does not answer is given back, and not leased ahead again', async () => {
  const { url, received } = await startLocalReceiver(() => undefined);
  await makeBacklog(url, 20);
  const { given, watched } = watchedStore();
  runOutbox(watched, { closeMs: 0 });
  await vi.waitFor(() => expect(received).toHaveLength(TRIES_AT_ONCE_PER_LANE), within);
  await vi.waitFor(() => expect(given).toEqual([AHEAD_PER_LANE]), within);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(given).toEqual([AHEAD_PER_LANE]);
  expect(received).toHaveLength(TRIES_AT_ONCE_PER_LANE);
});

test('after 410 nothing more begins, though it was leased ahead', async () => {
  const { url, received } = await startLocalReceiver((response) => response.writeHead(410).end());
  const { accountId, endpointId } = await makeBacklog(url, 12);
  const { given, watched } = watchedStore();
  const { tried } = runOutbox(watched);
  const deliveries = () => tried.filter(({ item }) => item.kind === 'delivery');
  await vi.waitFor(() => expect(deliveries()).toHaveLength(TRIES_AT_ONCE_PER_LANE), within);
  expect(given).toEqual([AHEAD_PER_LANE]);
  expect(received).toHaveLength(TRIES_AT_ONCE_PER_LANE);
  const filter = { accountId, endpointId, limit: 100 };
  const untried = (await store.listDeliveries(filter)).filter(({ tries }) => tries === 0);
  expect(untried).toHaveLength(AHEAD_PER_LANE);
  await store.transaction((tx) => tx.changeEndpoint(endpointId, { enabled: false }));
});

test('closing gives back what was leased ahead: the next process goes on at once', async () => {
  let isAnswering = false;
  const { url, received } = await startLocalReceiver((response) => {
    if (isAnswering) response.writeHead(204).end();
  });
  await makeBacklog(url, 12);
  const first = runOutbox(store, { closeMs: 0 });
  await vi.waitFor(() => expect(received).toHaveLength(TRIES_AT_ONCE_PER_LANE), within);
  await first.outbox.close();
  isAnswering = true;
  const second = runOutbox(store);
  second.clock.advance(60_000);
  second.outbox.wake();
  await vi.waitFor(() => expect(second.tried).toHaveLength(12), within);
  const ahead = second.tried.filter(({ item }) => item.trigger === 'auto');
  expect(ahead).toHaveLength(AHEAD_PER_LANE);
  expect(ahead.every(({ item }) => item.attempt === 1)).toBe(true);
});
