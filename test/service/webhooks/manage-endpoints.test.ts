import { createHash, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../../src/client/index.ts';
import {
  activateSecret,
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  switchEndpoint,
} from '../../../src/service/webhooks/manage-endpoints.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { makeEvent } from '../../support/outbox/outbox-parts.ts';
import { makeWorld, runOutbox } from '../../support/outbox/outbox-world.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import { openAnyStore } from '../../support/store/any-store.ts';

const store = await openAnyStore();
afterAll(store.close);

const clock = { now: () => new Date() };
const fingerprint = (secret: string) =>
  createHash('sha256').update(secret).digest('hex').slice(0, 8);

async function ownEndpoint(url = 'http://127.0.0.1:9/') {
  const world = await makeWorld(store);
  const { endpointId, secret } = await world.endpoint(url);
  const owner = asOwner(world.accountId);
  const shown = async () => (await listEndpoints({ store }, owner))[0]!;
  return { world, owner, endpointId, secret, shown };
}

test('an account has 20 endpoints, also if more are added at a time', async () => {
  const { owner } = await ownEndpoint();
  const add = () => addEndpoint({ store, clock }, owner, { url: 'https://hooks.example.com/' });
  for (let added = 1; added < 18; added += 1) await add();
  const results = await Promise.allSettled([add(), add(), add(), add()]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.code, reason.message])).toEqual(
    Array(2).fill([
      'invalid_state',
      'There are 20 webhook endpoints already, and at most 20 are allowed. Remove one first.',
    ]),
  );
  const [first] = await listEndpoints({ store }, owner);
  await removeEndpoint({ store }, owner, first?.endpointId ?? '');
  await add();
  expect(await listEndpoints({ store }, owner)).toHaveLength(20);
});

test('the URL of an endpoint has up to 2,000 characters', async () => {
  const { owner } = await ownEndpoint();
  const add = (length: number) =>
    addEndpoint({ store, clock }, owner, { url: 'https://hooks.example.com/'.padEnd(length, 'x') });
  await expect(add(2001)).rejects.toThrow('has at most 2000 characters');
  expect((await add(2000)).url).toHaveLength(2000);
});

test('a list names secrets by the beginning of their SHA-256 and has none of them', async () => {
  const { owner, endpointId, secret, shown } = await ownEndpoint();
  const next = await rotateSecret({ store }, owner, { endpointId, isNow: false });
  const listed = await shown();
  expect(listed).toMatchObject({
    secretFingerprint: fingerprint(secret),
    nextSecretFingerprint: fingerprint(next.secret),
  });
  for (const word of [secret, next.secret]) expect(JSON.stringify(listed)).not.toContain(word);
});

test('a next secret signs nothing before it is activated, then retries too, over the same bytes', async () => {
  const { url, received } = await startLocalReceiver((response) => response.writeHead(500).end());
  const { world, owner, endpointId, secret, shown } = await ownEndpoint(url);
  const next = await rotateSecret({ store }, owner, { endpointId, isNow: false });
  const { outbox, tried, clock: movable } = runOutbox(store, { webhookDelaysMs: [3_600_000] });
  const [body] = await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried).toHaveLength(1);
  expect(await activateSecret({ store }, owner, endpointId)).toMatchObject({
    secretFingerprint: fingerprint(next.secret),
    nextSecretFingerprint: null,
  });
  movable.advance(3_600_000);
  outbox.wake();
  await expect.poll(() => received).toHaveLength(2);
  for (const [i, signer] of [secret, next.secret].entries()) {
    expect(received[i]!.body).toEqual(body);
    verifyWebhook(received[i]!.body, received[i]!.headers, signer);
  }
  expect(() => verifyWebhook(received[1]!.body, received[1]!.headers, secret)).toThrow();
  expect((await shown()).secretFingerprint).not.toBe(fingerprint(secret));
});

test('after a leak the new secret signs at once, and a next one is forgotten', async () => {
  const { owner, endpointId, secret, shown } = await ownEndpoint();
  await rotateSecret({ store }, owner, { endpointId, isNow: false });
  const rotated = await rotateSecret({ store }, owner, { endpointId, isNow: true });
  expect(rotated.secret).not.toBe(secret);
  expect(await shown()).toMatchObject({
    secretFingerprint: fingerprint(rotated.secret),
    nextSecretFingerprint: null,
  });
  await expect(activateSecret({ store }, owner, endpointId)).rejects.toMatchObject({
    code: 'invalid_state',
  });
});

test('an endpoint of another account, or of none, is not found', async () => {
  const { owner, endpointId: known } = await ownEndpoint();
  const other = (await ownEndpoint()).owner;
  for (const [caller, endpointId] of [[other, known] as const, [owner, randomUUID()] as const]) {
    const asked = [
      rotateSecret({ store }, caller, { endpointId, isNow: false }),
      activateSecret({ store }, caller, endpointId),
      switchEndpoint({ store, clock }, caller, { endpointId, enabled: false }),
    ];
    for (const one of await Promise.allSettled(asked)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
    }
  }
});

test('switching off keeps reason and time until it is on again, and begins to count anew', async () => {
  const { owner, endpointId, shown } = await ownEndpoint();
  const off = await switchEndpoint({ store, clock }, owner, { endpointId, enabled: false });
  expect(off).toMatchObject({ enabled: false, disabledReason: 'by_hand' });
  expect(await switchEndpoint({ store, clock }, owner, { endpointId, enabled: false })).toEqual(
    off,
  );
  expect(await shown()).toEqual(off);
  const health = { noSuccessSince: new Date(0), failures: 19, failingSince: new Date(1) };
  await store.transaction((tx) => tx.changeEndpoint(endpointId, { health }));
  const on = await switchEndpoint({ store, clock }, owner, { endpointId, enabled: true });
  expect(on).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null, failures: 0 });
});
