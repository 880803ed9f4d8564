import { afterAll, expect, test } from 'vitest';
import type { Mail } from '../../../src/service/core/mails/mail-notice.rules.ts';
import { testEndpoint } from '../../../src/service/webhooks/manage-deliveries.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { MAIL, makeEvent } from '../../support/outbox/outbox-parts.ts';
import { makeWorld, runOutbox } from '../../support/outbox/outbox-world.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import { openTestStore } from '../../support/store/database.ts';

const store = await openTestStore();
afterAll(store.close);

const HOUR_MS = 3_600_000;

/** An endpoint that answers with a status that can be changed, and an outbox with a clock to move. */
async function open(status: number) {
  const answer = { status };
  const { url, received } = await startLocalReceiver((response) =>
    response.writeHead(answer.status).end(),
  );
  const world = await makeWorld(store);
  const { endpointId } = await world.endpoint(url);
  const notices: string[] = [];
  const running = runOutbox(store, {
    webhookDelaysMs: Array(40).fill(6 * HOUR_MS),
    writeMail: async ({ mail }) => {
      if ('endpointId' in mail && mail.endpointId === endpointId)
        notices.push('failingSince' in mail ? 'warning' : mail.kind);
      return MAIL;
    },
    mailer: { send: async (_mail: Mail) => undefined },
  });
  const endpoint = async () => (await store.findEndpoint(endpointId))!;
  const owner = asOwner(world.accountId);
  return { ...running, world, endpoint, endpointId, received, notices, answer, owner };
}

test('an endpoint that answers 410 is switched off with its reason, and one mail is queued', async () => {
  const { world, endpoint, notices, tried } = await open(410);
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => notices).toEqual(['endpoint-disabled']);
  expect(tried[0]!.verdict).toEqual({ state: 'failed' });
  const { enabled, disabledReason, disabledAt } = await endpoint();
  expect({ enabled, disabledReason }).toEqual({ enabled: false, disabledReason: 'gone' });
  expect(disabledAt).toBeInstanceOf(Date);
});

test('an endpoint that only fails is switched off on the 21st try of a schedule of six hours', async () => {
  const { world, endpoint, notices, received, outbox, clock } = await open(500);
  await world.emit(makeEvent(world.documentId));
  for (let tries = 1; tries <= 20; tries += 1) {
    await expect.poll(async () => (await endpoint()).health.failures).toBe(tries);
    expect((await endpoint()).enabled).toBe(true);
    clock.advance(6 * HOUR_MS);
    outbox.wake();
  }
  await expect.poll(() => notices).toEqual(['warning', 'endpoint-disabled']);
  expect(await endpoint()).toMatchObject({ enabled: false, disabledReason: 'failing' });
  expect(received).toHaveLength(21);
});

test('one success forgets the failures before it', async () => {
  const { world, endpoint, answer, outbox, clock, tried } = await open(500);
  await world.emit(makeEvent(world.documentId));
  await expect.poll(async () => (await endpoint()).health.failures).toBe(1);
  await expect.poll(() => tried).toHaveLength(1);
  answer.status = 204;
  clock.advance(6 * HOUR_MS);
  outbox.wake();
  await expect.poll(async () => (await endpoint()).health.failures).toBe(0);
  expect((await endpoint()).health.failingSince).toBeNull();
});

test('a test says what came of it, whatever the endpoint, and counts nothing', async () => {
  const { endpoint, endpointId, received, answer, owner, notices } = await open(410);
  const links = { secret: Buffer.alloc(32), baseUrl: 'https://esign.example.com' };
  const deps = { store, links, clock: { now: () => new Date() } };
  const before = await endpoint();
  const gone = await testEndpoint(deps, owner, { endpointId, kind: 'document.completed' });
  expect(gone).toMatchObject({
    event: 'document.completed',
    documentId: null,
    state: 'failed',
    lastTry: { ok: false, status: 410, error: 'http_410' },
  });
  expect(JSON.parse(received[0]!.body.toString())).toMatchObject({
    documentId: '00000000-0000-0000-0000-000000000000',
    certificateUrl: expect.stringContaining('https://esign.example.com/'),
  });
  expect(await endpoint()).toEqual(before);
  await store.transaction((tx) => tx.changeEndpoint(endpointId, { enabled: false }));
  answer.status = 200;
  const taken = await testEndpoint(deps, owner, { endpointId, kind: 'signer.signed' });
  expect(taken).toMatchObject({ state: 'done', lastTry: { ok: true, status: 200 } });
  expect(notices).toEqual([]);
});
