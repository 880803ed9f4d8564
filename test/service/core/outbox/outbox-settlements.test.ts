import { afterAll, expect, test } from 'vitest';
import type { AttemptOutcome } from '../../../../src/service/core/outbox/outbox.rules.ts';
import { AT_ONCE } from '../../../../src/service/core/outbox/run-outbox.ts';
import type { DocumentStore } from '../../../../src/service/store/store.ts';
import { PAST_LEASE_MS } from '../../../support/kills/past-lease.ts';
import { startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import { insertDocument, makeEvent } from '../../../support/outbox/outbox-parts.ts';
import { makeWorld, runOutbox } from '../../../support/outbox/outbox-world.ts';
import { openTestStore } from '../../../support/store/database.ts';

const store = await openTestStore();
afterAll(store.close);

test('a try that was under way while others were settled is settled when it is over', async () => {
  const world = await makeWorld(store);
  const slow = await startLocalReceiver((response) =>
    setTimeout(() => response.writeHead(204).end(), 200),
  );
  const quick = await startLocalReceiver();
  await world.endpoint(slow.url);
  await world.endpoint(quick.url);
  const { tried } = runOutbox(store);
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried).toHaveLength(2);
  expect(tried.map(({ verdict }) => verdict.state)).toEqual(['done', 'done']);
});

/** Puts sixteen endpoints' deliveries under way, which all end at the same moment. */
async function endTogether(settleOutbox: DocumentStore['settleOutbox']) {
  const world = await makeWorld(store);
  for (let index = 0; index < 16; index += 1) await world.endpoint(`http://127.0.0.1:9/${index}`);
  for (let index = 0; index < AT_ONCE; index += 1) {
    await world.emit(makeEvent(await insertDocument(store, world.accountId)));
  }
  const answers: (() => void)[] = [];
  const said = { body: '', retryAfterMs: null, exchange: null };
  const deliver = () =>
    new Promise<AttemptOutcome>((resolve) => {
      answers.push(() => resolve({ ok: true, status: 200, error: null, ...said }));
    });
  const running = runOutbox({ ...store, settleOutbox }, { sender: { deliver } });
  await expect.poll(() => answers).toHaveLength(64);
  for (const answer of answers) answer();
  return running;
}

test('tries that end together are settled together', async () => {
  const sizes: number[] = [];
  const { tried } = await endTogether(async (ended) => {
    sizes.push(ended.length);
    await store.settleOutbox(ended);
  });
  await expect.poll(() => tried).toHaveLength(64);
  expect(sizes.length).toBeLessThanOrEqual(2);
});

test('a try that the store refuses to settle has none of the others repeated', async () => {
  let refused: number | undefined;
  const { tried, errors, outbox, clock } = await endTogether(async (ended) => {
    refused ??= ended[0]?.item.seq;
    if (ended.some(({ item }) => item.seq === refused)) throw new Error('refused');
    await store.settleOutbox(ended);
  });
  await expect.poll(() => tried).toHaveLength(63);
  expect(errors).toEqual([new Error('refused')]);
  await outbox.close();
  clock.advance(PAST_LEASE_MS);
  const left = { now: clock.now(), leaseUntil: clock.now(), limit: 64, perQueue: 64 };
  expect(await store.claimOutbox(left)).toMatchObject([{ seq: refused }]);
});
