import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { chainFault } from '../../../../src/contract/audit-chain.ts';
import { AT_ONCE } from '../../../../src/service/core/outbox/run-outbox.ts';
import { MailNotTaken } from '../../../../src/service/ports/mailer.ts';
import type { DocumentStore } from '../../../../src/service/store/store.ts';
import { PAST_LEASE_MS } from '../../../support/kills/past-lease.ts';
import { startLocalReceiver, startSlowReceiver } from '../../../support/outbox/local-receiver.ts';
import { insertDocument, makeEvent, NOTICE } from '../../../support/outbox/outbox-parts.ts';
import { makeWorld, runOutbox } from '../../../support/outbox/outbox-world.ts';
import { openTestStore } from '../../../support/store/database.ts';

const store = await openTestStore();
afterAll(store.close);

const answer = (status: number) => (response: ServerResponse) => response.writeHead(status).end();

test('a commit wakes the outbox, and the delivery carries the stored bytes', async () => {
  const world = await makeWorld(store);
  const { url, received } = await startLocalReceiver();
  await world.endpoint(url);
  const { tried, errors } = runOutbox(store);
  const [bytes] = await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried).toHaveLength(1);
  expect(received[0]!.body.equals(bytes!)).toBe(true);
  expect(tried[0]).toMatchObject({ verdict: { state: 'done' }, result: { ok: true, status: 204 } });
  expect(errors).toEqual([]);
});

test('what was queued while nobody worked is delivered at the start', async () => {
  const world = await makeWorld(store);
  const { url, received } = await startLocalReceiver();
  await world.endpoint(url);
  await world.emit(makeEvent(world.documentId));
  runOutbox(store);
  await expect.poll(() => received).toHaveLength(1);
});

test('a failed delivery is tried again with the same bytes and id, until it succeeds', async () => {
  const world = await makeWorld(store);
  const statuses = [500, 302, 204];
  const { url, received } = await startLocalReceiver((response) =>
    response.writeHead(statuses.shift() ?? 204).end(),
  );
  await world.endpoint(url);
  const { tried } = runOutbox(store, { webhookDelaysMs: [60, 60, 60] });
  const [bytes] = await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried.at(-1)?.verdict.state).toBe('done');
  expect(tried.map(({ result }) => result.status)).toEqual([500, 302, 204]);
  expect(received.every(({ body }) => body.equals(bytes!))).toBe(true);
  expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3']);
  expect(new Set(received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers['x-service-signature'])).size).toBe(1);
});

test('a delivery whose schedule is used up is given up', async () => {
  const world = await makeWorld(store);
  const { url, received } = await startLocalReceiver(answer(500));
  await world.endpoint(url);
  const { tried } = runOutbox(store, { webhookDelaysMs: [40] });
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried.at(-1)?.verdict.state).toBe('failed');
  expect(received).toHaveLength(2);
});

test('a retry that is far off comes at once when the clock is moved', async () => {
  const world = await makeWorld(store);
  const { url, received } = await startLocalReceiver(answer(500));
  await world.endpoint(url);
  const { outbox, clock, tried } = runOutbox(store, { webhookDelaysMs: [3_600_000] });
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried).toHaveLength(1);
  clock.advance(3_600_000);
  outbox.wake();
  await expect.poll(() => received).toHaveLength(2);
});

test('the first tries of a document’s events come in order, one after the other', async () => {
  const world = await makeWorld(store);
  const { url, received, mostAtOnce } = await startSlowReceiver(50);
  await world.endpoint(url);
  runOutbox(store);
  await world.emit(
    makeEvent(world.documentId, 'signer.signed'),
    makeEvent(world.documentId, 'document.completed'),
  );
  await expect.poll(() => received).toHaveLength(2);
  const events = received.map(({ headers }) => headers['x-service-event']);
  expect(events).toEqual(['signer.signed', 'document.completed']);
  expect(mostAtOnce()).toBe(1);
});

test('an event that is in retry does not hold the next one back', async () => {
  const world = await makeWorld(store);
  const { url, received } = await startLocalReceiver((response, { headers }) => {
    response.writeHead(headers['x-service-event'] === 'signer.signed' ? 500 : 204).end();
  });
  await world.endpoint(url);
  runOutbox(store, { webhookDelaysMs: [3_600_000] });
  await world.emit(
    makeEvent(world.documentId, 'signer.signed'),
    makeEvent(world.documentId, 'document.completed'),
  );
  await expect.poll(() => received).toHaveLength(2);
  expect(received[1]!.headers['x-service-event']).toBe('document.completed');
});

test('an endpoint that never answers delays nobody else, and has four deliveries at most', async () => {
  const silent = await makeWorld(store);
  const lively = await makeWorld(store);
  const hole = await startLocalReceiver(() => undefined);
  const good = await startLocalReceiver();
  await silent.endpoint(hole.url);
  await lively.endpoint(good.url);
  for (let index = 0; index < 80; index += 1) {
    await silent.emit(makeEvent(await insertDocument(store, silent.accountId)));
  }
  for (let index = 0; index < 10; index += 1) {
    await lively.emit(makeEvent(await insertDocument(store, lively.accountId)));
  }
  runOutbox(store);
  await expect.poll(() => good.received).toHaveLength(10);
  expect(hole.received).toHaveLength(AT_ONCE);
});

test('a backlog of one endpoint goes out four at a time, all of it, once', async () => {
  const world = await makeWorld(store);
  const { url, received, mostAtOnce } = await startSlowReceiver(10);
  await world.endpoint(url);
  for (let n = 0; n < 100; n += 1) {
    await world.emit(makeEvent(await insertDocument(store, world.accountId)));
  }
  const { tried } = runOutbox(store);
  await expect.poll(() => tried).toHaveLength(100);
  expect(mostAtOnce()).toBe(AT_ONCE);
  expect(new Set(received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(100);
  expect(tried.every(({ item }) => item.attempt === 1 && item.trigger === 'auto')).toBe(true);
});

test('every endpoint of the account gets the event, each signed with its own secret', async () => {
  const world = await makeWorld(store);
  const first = await startLocalReceiver();
  const second = await startLocalReceiver();
  await world.endpoint(first.url);
  await world.endpoint(second.url);
  runOutbox(store);
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => first.received.concat(second.received)).toHaveLength(2);
  const [a, b] = [first.received[0]!, second.received[0]!];
  expect(a.body.equals(b.body)).toBe(true);
  expect(a.headers['x-service-signature']).not.toBe(b.headers['x-service-signature']);
});

test('closing waits for what is under way, and takes nothing more', async () => {
  const world = await makeWorld(store);
  const { url, received } = await startLocalReceiver((response) =>
    setTimeout(() => response.writeHead(204).end(), 300),
  );
  await world.endpoint(url);
  const { outbox, tried } = runOutbox(store);
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => received).toHaveLength(1);
  await outbox.close();
  expect(tried).toHaveLength(1);
  await world.emit(makeEvent(world.documentId));
  outbox.wake();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(received).toHaveLength(1);
});

test('closing does not wait for ever, and what it leaves is tried again later', async () => {
  const world = await makeWorld(store);
  let isAnswering = false;
  const { url, received } = await startLocalReceiver((response) => {
    if (isAnswering) response.writeHead(204).end();
  });
  await world.endpoint(url);
  const first = runOutbox(store, { closeMs: 100 });
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => received).toHaveLength(1);
  await first.outbox.close();
  isAnswering = true;
  const second = runOutbox(store);
  second.clock.advance(PAST_LEASE_MS);
  second.outbox.wake();
  await expect.poll(() => second.tried).toHaveLength(1);
  expect(received[1]!.body.equals(received[0]!.body)).toBe(true);
});

test.each(['webhook', 'mail'])(
  'an outbox that sleeps wakes when the next %s is due, and asks nothing before',
  async (kind) => {
    const world = await makeWorld(store);
    let claims = 0;
    const claimsAtAttempts: number[] = [];
    const { url } = await startLocalReceiver((response) => {
      claimsAtAttempts.push(claims);
      answer(500)(response);
    });
    await world.endpoint(url);
    const send = async () => {
      claimsAtAttempts.push(claims);
      if (claimsAtAttempts.length === 1) throw new MailNotTaken({ reason: 'econnection' });
    };
    const counted: DocumentStore = {
      ...store,
      claimOutbox: async (claim) => {
        claims += 1;
        return await store.claimOutbox(claim);
      },
    };
    const delays = [2400, 3_600_000];
    const wishes = { mailer: { send }, mailDelaysMs: delays, webhookDelaysMs: delays };
    const { tried } = runOutbox(counted, wishes);
    if (kind === 'mail') await world.queueMail();
    else await world.emit(makeEvent(world.documentId));
    await expect.poll(() => tried).toHaveLength(1);
    await pause(300);
    const before = claims;
    await expect.poll(() => claimsAtAttempts, { timeout: 4000 }).toHaveLength(2);
    expect((claimsAtAttempts[1] ?? 0) - before).toBeLessThanOrEqual(2);
    await expect.poll(() => tried).toHaveLength(2);
  },
);

test('mails of a document that end together are in its trail, each once', async () => {
  const world = await makeWorld(store);
  const mailer = { send: () => pause(20) };
  const settled: number[] = [];
  const watched: DocumentStore = {
    ...store,
    settleOutbox: async (ended) => {
      settled.push(ended.length);
      await store.settleOutbox(ended);
    },
  };
  const { tried } = runOutbox(watched, { mailer });
  await world.queueMail(NOTICE, 3);
  await expect.poll(() => tried).toHaveLength(3);
  expect(settled).toEqual([3]);
  const trail = await store.readAudit(world.documentId);
  expect(trail.map(({ type }) => type)).toEqual(['email.sent', 'email.sent', 'email.sent']);
  expect(chainFault(trail)).toBeUndefined();
});
