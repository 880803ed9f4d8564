import { afterAll, expect, test, vi } from 'vitest';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import { sendTo, startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const world = await startTestSandbox();
afterAll(world.close);

const FINGERPRINT = /^sha256:[0-9a-f]{8}$/;

test('webhook endpoints are added, listed, disabled and removed, each with its own secret', async () => {
  const { control, sandbox } = world;
  const added = await control.addWebhook({ url: 'http://127.0.0.1:9/hook' });
  const other = await control.addWebhook({ url: 'http://127.0.0.1:9/other' });
  expect(added).toMatchObject({ secret: expect.stringMatching(/^whsec_/), enabled: true });
  const secrets = [added.secret, other.secret, sandbox.webhookSecret];
  expect(new Set(secrets).size).toBe(secrets.length);
  const { endpointId } = added;
  const listed = { ...added, secret: expect.stringMatching(FINGERPRINT) };
  expect(await control.listWebhooks()).toContainEqual(listed);
  const off = await control.setWebhook({ endpointId, enabled: false });
  expect(off).toMatchObject({ enabled: false, disabledReason: 'by_hand' });
  expect(await control.listWebhooks()).toContainEqual(off);
  await control.removeWebhook({ endpointId });
  expect(await control.listWebhooks()).not.toContainEqual(expect.objectContaining({ endpointId }));
  await expect(control.removeWebhook({ endpointId })).rejects.toMatchObject({ code: 'not_found' });
  await expect(control.setWebhook({ endpointId, enabled: true })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a secret is rotated in two steps, or at once', async () => {
  const { control } = world;
  const { endpointId } = await control.addWebhook({ url: 'http://127.0.0.1:9/rotated' });
  const rotated = await control.rotateWebhook({ endpointId, now: false });
  expect(rotated).toMatchObject({
    secret: expect.stringMatching(FINGERPRINT),
    nextSecret: expect.stringMatching(/^whsec_/),
  });
  const activated = await control.activateWebhook({ endpointId });
  expect(activated).toMatchObject({ secret: expect.stringMatching(FINGERPRINT), nextSecret: null });
  expect(activated.secret).not.toBe(rotated.secret);
  const again = control.activateWebhook({ endpointId });
  await expect(again).rejects.toMatchObject({ code: 'invalid_state' });
  const replaced = await control.rotateWebhook({ endpointId, now: true });
  expect(replaced).toMatchObject({ secret: expect.stringMatching(/^whsec_/), nextSecret: null });
});

test.each([
  'ftp://example.com',
  'hook',
  '',
  'http://user:word@127.0.0.1/',
  'http://127.0.0.1/#here',
  'http://10.0.0.1/',
  'http://8.8.8.8/',
])('%j is not a valid URL for a webhook', async (url) => {
  await expect(world.control.addWebhook({ url })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

const HOUR_MS = 3_600_000;
/** Each longer than the schedule's next delay, together more than five days. */
const WAITS_MS = [0.01, 0.03, 0.12, 0.7, 3, 7, 30, 90].map((hours) => hours * HOUR_MS);
const within = { timeout: 60_000, interval: 20 };

/** A scripted receiver, registered with the sandbox. */
async function register(status: number) {
  const answer = { status };
  const { url, received } = await startLocalReceiver((response) =>
    response.writeHead(answer.status, { 'x-request-id': 'req_1', 'x-other': 'no' }).end('thanks'),
  );
  const { endpointId } = await world.control.addWebhook({ url });
  const find = async () =>
    (await world.control.listWebhooks()).find((one) => one.endpointId === endpointId)!;
  const list = () => world.control.listDeliveries({ endpointId, limit: 100 });
  return { endpointId, url, received, answer, find, list };
}

async function signOne(): Promise<string> {
  const documentId = await sendTo(world.sandbox, ['Asha Rao']);
  await world.control.sign({ documentId });
  return documentId;
}

test('a test event is sent to one endpoint, even a disabled one, and the response is returned', async () => {
  const { control } = world;
  const other = await register(204);
  const { endpointId, received } = await register(500);
  await control.setWebhook({ endpointId, enabled: false });
  const tested = await control.testWebhook({ endpointId, event: 'signer.signed' });
  expect(tested).toMatchObject({ documentId: null, state: 'failed', tries: 1 });
  const [attempt] = tested.attempts;
  expect(attempt).toMatchObject({ status: 500, error: 'http_500', answerBody: 'thanks' });
  expect(attempt?.exchange?.requestHeaders['X-Service-Signature']).toBe(
    received[0]!.headers['x-service-signature'],
  );
  expect(attempt?.exchange?.answerHeaders).not.toHaveProperty('x-other');
  expect(tested.body).toBe(received[0]!.body.toString());
  expect(other.received).toEqual([]);
  await control.removeWebhook({ endpointId });
  await control.removeWebhook({ endpointId: other.endpointId });
});

test('an endpoint that fails for days is disabled, the account notified, and missed events resent', async () => {
  const { control } = world;
  const { endpointId, answer, find, list } = await register(500);
  for (const _ of [1, 2]) await signOne();
  for (const [step, ms] of WAITS_MS.entries()) {
    await vi.waitFor(async () => {
      const tries = (await list()).map((one) => one.tries);
      expect(tries).toHaveLength(4);
      expect(Math.min(...tries)).toBeGreaterThan(step);
      expect((await find()).failures).toBeGreaterThanOrEqual(4 * (step + 1));
    }, within);
    await control.advanceClock({ ms });
  }
  await expect.poll(async () => (await find()).enabled).toBe(false);
  expect(await find()).toMatchObject({ enabled: false, disabledReason: 'failing' });
  await vi.waitFor(async () => {
    const mails = (await control.inbox()).filter((one) => one.kind === 'mail');
    expect(mails).toContainEqual(
      expect.objectContaining({
        to: 'account@example.test',
        subject: expect.stringContaining('A webhook endpoint was disabled'),
      }),
    );
  }, within);
  const documentId = await signOne();
  const missed = await control.listDeliveries({ endpointId, documentId, limit: 10 });
  expect(missed.map(({ state }) => state)).toEqual(['skipped', 'skipped']);
  const refused = control.resendDeliveries({ endpointId, sinceMs: HOUR_MS, all: false });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_state' });
  answer.status = 204;
  await control.setWebhook({ endpointId, enabled: true });
  const resent = await control.resendDeliveries({ endpointId, sinceMs: HOUR_MS, all: false });
  expect(resent.resent).toHaveLength(2);
  await vi.waitFor(async () => {
    const now = await control.listDeliveries({ endpointId, documentId, limit: 10 });
    expect(now.map(({ state }) => state)).toEqual(['done', 'done']);
  }, within);
  await control.removeWebhook({ endpointId });
}, 60_000);

test('one delivery is resent with its id and bytes, and awaited', async () => {
  const { control } = world;
  const { endpointId, received, list } = await register(204);
  await signOne();
  await expect.poll(() => received).toHaveLength(2);
  await vi.waitFor(
    async () => expect((await list()).map(({ state }) => state)).toEqual(['done', 'done']),
    within,
  );
  const [{ deliveryId } = { deliveryId: '' }] = await list();
  const order = { deliveries: [deliveryId.slice(0, 8)], wait: true };
  const { resent, deliveries } = await control.resendDeliveries(order);
  expect(resent).toEqual([deliveryId]);
  expect(deliveries).toMatchObject([
    { deliveryId, state: 'done', tries: 2, lastTry: { ok: true } },
  ]);
  const [first, again] = received.filter(
    ({ headers }) => headers['x-service-delivery'] === deliveryId,
  );
  expect(again!.body).toEqual(first!.body);
  expect(again!.headers['x-service-attempt']).toBe('2');
  const found = await control.findDelivery({ name: deliveryId.slice(0, 13) });
  expect(found.attempts.map(({ trigger }) => trigger)).toEqual(['auto', 'manual']);
  await expect(control.findDelivery({ name: '00000000' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const unknown = control.resendDeliveries({ deliveries: ['00000000'], wait: false });
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  await control.removeWebhook({ endpointId });
});
