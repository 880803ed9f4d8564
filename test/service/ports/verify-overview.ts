import { expect, test } from 'vitest';
import type { Verdict } from '../../../src/service/core/outbox/outbox.rules.ts';
import {
  addAccount,
  addDocument,
  addEndpoint,
  aSigner,
  at,
  claimDue,
  delivered,
  emit,
  ended,
  refused,
} from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

const DAY_MS = 24 * 3_600_000;
const SENT = { status: 'SENT', sentAt: at() } as const;

export function verifyOverview(given: Given): void {
  const open = async () => {
    const store = given();
    const accountId = await addAccount(store);
    const overview = (ms = 0) => store.readOverview({ accountId, now: at(ms) });
    const add = (document: object) => addDocument(store, accountId, document);
    return { store, accountId, overview, add };
  };

  test('an overview tells how far an account is, and names the newest draft until one was sent', async () => {
    const { overview, add } = await open();
    const nothing = { hasKey: false, hasCreated: false, hasSent: false, hasCompleted: false };
    expect(await overview()).toMatchObject({ ...nothing, draft: null });
    await add({ createdAt: at(-1) });
    const draft = await add({ signers: [aSigner(1)] });
    expect(await overview()).toMatchObject({
      ...nothing,
      hasCreated: true,
      draft: { documentId: draft.documentId, name: draft.name, signers: 1, signed: 0 },
    });
    await add(SENT);
    expect(await overview()).toMatchObject({ hasSent: true, hasCompleted: false, draft: null });
    await add({ ...SENT, status: 'COMPLETED', completedAt: at() });
    expect(await overview()).toMatchObject({ hasSent: true, hasCompleted: true });
  });

  test('of what waits for signatures an overview counts all, and shows the oldest', async () => {
    const { overview, add } = await open();
    const signers = () => [aSigner(1, { signedAt: at() }), aSigner(2)];
    await add({ signers: signers() });
    await add({ ...SENT, withdrawnAt: at(), withdrawalReason: 'TEST' });
    await add({ ...SENT, signers: [aSigner(1, { declinedAt: at() })] });
    const waiting = [];
    for (let age = 7; age > 0; age -= 1) {
      const createdAt = at(-age);
      waiting.push(await add({ ...SENT, createdAt, signers: signers() }));
    }
    const shown = (await overview()).waiting;
    expect(shown.count).toBe(7);
    expect(shown.items).toEqual(
      waiting.slice(0, 5).map(({ documentId, name, sentAt }) => {
        return { documentId, name, sentAt, signers: 2, signed: 1 };
      }),
    );
  });

  test('of deliveries an overview shows those of a week that failed, newest first', async () => {
    const { store, accountId, overview, add } = await open();
    await addEndpoint(store, accountId);
    const other = await open();
    await addEndpoint(store, other.accountId);
    const attempt = async (verdict: Verdict) => {
      const document = await add({});
      await emit(store, document);
      const items = await claimDue(store);
      const item = items.find((one) => one.documentId === document.documentId);
      const result = verdict.state === 'done' ? delivered : refused;
      await store.settleOutbox([ended(item, result, verdict)]);
      return item;
    };
    expect((await overview()).failed).toEqual({ count: 0, items: [] });
    const givenUp = await attempt({ state: 'failed' });
    await attempt({ state: 'done' });
    const retried = await attempt({ state: 'queued', dueAt: at(60_000) });
    const unattempted = await add({});
    await emit(store, unattempted);
    const { count, items } = (await overview()).failed;
    expect(count).toBe(2);
    expect(items).toMatchObject([
      { deliveryId: retried?.id, state: 'queued', nextTryAt: at(60_000), lastTry: { status: 503 } },
      { deliveryId: givenUp?.id, state: 'failed', nextTryAt: null, lastTry: { status: 503 } },
    ]);
    expect((await other.overview()).failed.count).toBe(0);
    expect((await overview(8 * DAY_MS)).failed.count).toBe(0);
  });
}
