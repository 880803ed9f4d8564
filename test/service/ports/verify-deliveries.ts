import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Verdict } from '../../../src/service/core/outbox/outbox.rules.ts';
import {
  addAccount,
  addDocument,
  addEndpoint,
  anEvent,
  at,
  claimDue,
  delivered,
  ended,
  refused,
} from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

export function verifyDeliveries(given: Given): void {
  /** An account with an endpoint and two documents, whose events can be emitted and settled. */
  const open = async (endpointGiven = {}) => {
    const store = given();
    const accountId = await addAccount(store);
    const { endpointId, url } = await addEndpoint(store, accountId, endpointGiven);
    const documents = [await addDocument(store, accountId), await addDocument(store, accountId)];
    const emit = (index = 0, ms = 0) =>
      store.transaction((tx) => tx.emitEvent(anEvent(documents[index]!), at(ms)));
    const claim = async (ms = 0) => {
      const items = await claimDue(store, at(ms));
      return items.filter((item) => item.kind === 'delivery' && item.endpointId === endpointId);
    };
    const settle = async (verdict: Verdict, ms = 0) => {
      const [item] = await claim(ms);
      const result = verdict.state === 'done' ? delivered : refused;
      await store.settleOutbox([{ ...ended(item, result, verdict), usesStep: !item?.resume }]);
      return item!;
    };
    const list = (filter = {}) => store.listDeliveries({ accountId, limit: 100, ...filter });
    const resend = (order: object, ms = 0, limit = 100) =>
      store.transaction((tx) =>
        tx.resendDeliveries({ accountId, now: at(ms), after: 0, limit, ...order }),
      );
    const range = { endpointId, since: at(-1), isAll: false };
    const ids = { accountId, endpointId, url };
    return { store, ...ids, documents, emit, claim, settle, list, resend, range };
  };

  test('deliveries are listed newest first, each with its newest try, to their account alone', async () => {
    const world = await open();
    await world.emit(0);
    await world.emit(1, 5);
    const retry = { state: 'queued', dueAt: at(9000) } as const;
    const tried = await world.settle(retry, 0);
    const { endpointId, url } = world;
    const common = { endpointId, url, event: 'signer.signed', state: 'queued' };
    const waiting = { documentId: world.documents[1]?.documentId, tries: 0, lastTry: null };
    const failed = {
      documentId: world.documents[0]?.documentId,
      deliveryId: tried.id,
      tries: 1,
      nextTryAt: at(9000),
      lastTry: { startedAt: at(-12), ok: false, status: 503, error: 'http_503', durationMs: 12 },
    };
    expect(await world.list()).toMatchObject([
      { ...common, ...waiting, createdAt: at(5), nextTryAt: at(5) },
      { ...common, ...failed, createdAt: at() },
    ]);
    expect(await world.list({ isFailed: true })).toMatchObject([failed]);
    expect(await world.list({ documentId: waiting.documentId })).toMatchObject([waiting]);
    expect(await world.list({ since: at(5) })).toMatchObject([waiting]);
    expect(await world.list({ limit: 1 })).toMatchObject([waiting]);
    expect(await world.list({ endpointId: 'whe_other' })).toEqual([]);
    const other = await addAccount(world.store);
    expect(await world.list({ accountId: other })).toEqual([]);
    expect(await world.store.findDelivery({ accountId: other, deliveryId: tried.id })).toBe(
      undefined,
    );
  });

  test('a delivery is found by the beginning of its id, with its bytes and every try', async () => {
    const { store, accountId, documents, emit, settle } = await open();
    await emit();
    const { id } = await settle({ state: 'queued', dueAt: at(5) });
    await settle({ state: 'done' }, 5);
    const found = await store.findDelivery({ accountId, deliveryId: id });
    expect(found?.body).toEqual(Buffer.from(JSON.stringify(anEvent(documents[0]!).event)));
    expect(found).toMatchObject({ state: 'done', tries: 2, nextTryAt: null });
    expect(found?.log).toMatchObject([
      { number: 1, trigger: 'auto', ok: false, body: 'later\0please', exchange: null },
      { number: 2, trigger: 'auto', ok: true, body: 'ok' },
    ]);
    const beginning = id.slice(0, 8).toUpperCase();
    expect(await store.findDeliveryIds({ accountId, beginning })).toEqual([id]);
    expect(await store.findDeliveryIds({ accountId, beginning: `${id}0` })).toEqual([]);
    const other = await addAccount(store);
    expect(await store.findDeliveryIds({ accountId: other, beginning })).toEqual([]);
  });

  test('while an attempt is in progress it is counted, and no time is given for the next', async () => {
    const { emit, claim, list } = await open();
    await emit();
    expect(await list()).toMatchObject([{ tries: 0, nextTryAt: at() }]);
    await claim();
    expect(await list()).toMatchObject([{ state: 'queued', tries: 1, nextTryAt: null }]);
  });

  test('a try that was under way when its endpoint was removed is counted, and logged when it ends', async () => {
    const { store, accountId, endpointId, emit, claim, list } = await open();
    await emit();
    const [item] = await claim();
    await store.removeEndpoint(accountId, endpointId);
    expect(await list()).toMatchObject([{ state: 'failed', tries: 1, nextTryAt: null }]);
    await store.settleOutbox([ended(item, delivered, { state: 'done' })]);
    expect(await list()).toMatchObject([{ state: 'failed', tries: 1, lastTry: { ok: true } }]);
  });

  test('no text is an id by chance', async () => {
    const { store, accountId, emit } = await open();
    await emit();
    for (const name of ['%', '_', "'", randomUUID()]) {
      expect(await store.findDeliveryIds({ accountId, beginning: name })).toEqual([]);
      expect(await store.findDelivery({ accountId, deliveryId: name })).toBeUndefined();
    }
  });

  test('what an endpoint misses while it is off is kept as skipped, and can be sent by range', async () => {
    const world = await open({ enabled: false });
    await world.emit(0);
    await world.emit(1, 10);
    expect(await world.list()).toMatchObject([{ state: 'skipped' }, { state: 'skipped' }]);
    const { range } = world;
    expect((await world.resend({ range })).ids).toEqual([]);
    const on = { enabled: true };
    await world.store.transaction((tx) => tx.changeEndpoint(world.endpointId, on));
    expect(await world.claim(20)).toEqual([]);
    expect((await world.resend({ range: { ...range, since: at(5) } }, 20)).ids).toHaveLength(1);
    expect((await world.resend({ range }, 20)).ids).toHaveLength(1);
    const items = await world.claim(20);
    expect(items.map(({ documentId }) => documentId)).toEqual(
      world.documents.map(({ documentId }) => documentId),
    );
    expect(items).toMatchObject([
      { trigger: 'manual', attempt: 1, resume: { state: 'skipped' } },
      { trigger: 'manual', attempt: 1 },
    ]);
  });

  test('of what an endpoint misses in a row the first 20 are kept, and a recovery finds the rest once', async () => {
    const world = await open({ enabled: false });
    const { store, endpointId, range } = world;
    for (let count = 0; count < 23; count += 1) await world.emit(count % 2, count);
    expect(await world.list()).toHaveLength(20);
    const recover = (since: Date, limit = 10) =>
      store.transaction((tx) => tx.recordMissed({ endpointId, since, limit }));
    await store.transaction((tx) => tx.changeEndpoint(endpointId, { enabled: true }));
    await recover(at(21), 1);
    expect(await world.list()).toHaveLength(21);
    await recover(at(21));
    expect(await world.list()).toHaveLength(22);
    await recover(range.since);
    await recover(range.since);
    expect(await world.list()).toHaveLength(23);
    expect((await world.resend({ range }, 30)).ids).toHaveLength(23);
    await world.emit(0, 40);
    expect(await world.list({ limit: 1 })).toMatchObject([{ state: 'queued', tries: 0 }]);
  });

  test('a recovery leaves out events that an endpoint did not ask for, and those from before it', async () => {
    const world = await open();
    const { store, accountId } = world;
    await addEndpoint(store, accountId, { extraEvents: ['document.expired'] });
    await world.emit();
    const { endpointId } = await addEndpoint(store, accountId, { createdAt: at(5) });
    const fact = anEvent(world.documents[0]!);
    const event = { ...fact.event, event: 'document.expired' } as typeof fact.event;
    await store.transaction((tx) => tx.emitEvent({ ...fact, event }, at(6)));
    await store.transaction((tx) => tx.recordMissed({ endpointId, since: at(-1), limit: 10 }));
    expect(await world.list({ endpointId })).toEqual([]);
  });

  test('a range leaves out what was delivered unless it is asked for, and goes in batches', async () => {
    const { settle, emit, resend, range, list } = await open();
    for (const state of ['failed', 'done', 'failed'] as const) {
      await emit();
      await settle({ state });
    }
    const first = await resend({ range }, 10, 1);
    expect(first.ids).toHaveLength(1);
    const second = await resend({ range, after: first.last }, 10, 1);
    expect(second.ids).toHaveLength(1);
    expect(await resend({ range, after: second.last }, 10, 1)).toEqual({
      ids: [],
      last: undefined,
    });
    const all = { ...range, isAll: true };
    expect((await resend({ range: all }, 10)).ids).toHaveLength(1);
    expect((await list()).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
  });

  test('a try by hand goes on counting, and the schedule is as it was when it fails', async () => {
    const { settle, emit, resend, claim, list } = await open();
    await emit();
    const retry = { state: 'queued', dueAt: at(9000) } as const;
    const { id } = await settle(retry);
    expect((await resend({ deliveryIds: [id] }, 10)).ids).toEqual([id]);
    expect((await resend({ deliveryIds: [id] }, 10)).ids).toEqual([]);
    const again = await settle(retry, 10);
    expect(again).toMatchObject({ id, attempt: 2, step: 1, trigger: 'manual', resume: retry });
    expect(await list()).toMatchObject([{ state: 'queued', tries: 2, nextTryAt: at(9000) }]);
    const [item] = await claim(9000);
    expect(item).toMatchObject({ attempt: 3, step: 1, trigger: 'auto', resume: null });
    expect((await resend({ deliveryIds: [id] }, 9000)).ids).toEqual([]);
  });

  test('what is due anyhow, and what is another account’s, is not sent by hand', async () => {
    const { store, emit, resend, list } = await open();
    await emit();
    const deliveryIds = (await list()).map(({ deliveryId }) => deliveryId);
    expect((await resend({ deliveryIds }, 10)).ids).toEqual([]);
    const accountId = await addAccount(store);
    expect((await resend({ accountId, deliveryIds }, -10)).ids).toEqual([]);
  });

  test('a test goes out to an endpoint that is off, once, and to no other', async () => {
    const { store, accountId, endpointId, documents, claim, settle, list, resend, range } =
      await open({ enabled: false });
    await addEndpoint(store, accountId);
    const { event } = anEvent(documents[0]!);
    const deliveryId = await store.transaction((tx) =>
      tx.queueTest({ accountId, endpointId, event }, at()),
    );
    expect(await list()).toMatchObject([{ deliveryId, documentId: null, state: 'queued' }]);
    const item = await settle({ state: 'failed' });
    expect(item).toMatchObject({ id: deliveryId, documentId: null, resume: { state: 'failed' } });
    expect(await claim(1_000_000)).toEqual([]);
    expect(await list()).toMatchObject([{ state: 'failed', tries: 1 }]);
    await store.transaction((tx) => tx.changeEndpoint(endpointId, { enabled: true }));
    expect((await resend({ range })).ids).toEqual([]);
  });
}
