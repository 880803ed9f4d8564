import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { AttemptReport } from '../../../../src/cli/webhook/trigger/run-deliveries.ts';
import { runTrigger } from '../../../../src/cli/webhook/trigger/run-trigger.ts';
import type { TriggerWish } from '../../../../src/cli/webhook/trigger/trigger-order.ts';
import { readTriggerOrder } from '../../../../src/cli/webhook/trigger/trigger-order.ts';
import { CLIENT_VERSION, receiveWebhooks } from '../../../../src/client/index.ts';
import { openWebhookSender } from '../../../../src/service/webhooks/http-sender.adapter.ts';
import type { Received } from '../../../support/outbox/local-receiver.ts';
import { listenLocally, startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import { WEBHOOK_SECRET } from '../../../support/outbox/open-receiver.ts';

type DeliveredEvent = Parameters<Parameters<typeof receiveWebhooks>[0]['onEvent']>[0];

async function triggered(url: string, given: Partial<TriggerWish>, concurrency = 1) {
  const order = readTriggerOrder({
    name: 'signer.signed',
    'allow-invalid': false,
    repeat: 1,
    'same-bytes': false,
    disorder: false,
    delay: 0,
    loss: 0,
    seed: 1,
    baseUrl: 'https://esign.example.com',
    ...given,
  });
  const attempts: AttemptReport[] = [];
  const outcome = await runTrigger(order, {
    target: new URL(url),
    secret: WEBHOOK_SECRET,
    concurrency,
    signal: new AbortController().signal,
    onAttempt: (one) => attempts.push(one),
  });
  return { ...outcome, expected: order.expected, attempts };
}

/** The SDK's receiver, which lets each event take effect once. */
async function openHandler() {
  const events: DeliveredEvent[] = [];
  const webhooks = receiveWebhooks({
    secrets: WEBHOOK_SECRET,
    onEvent: (event) => void events.push(event),
  });
  return { url: await listenLocally(createServer(webhooks.handleNode)), events };
}

test('an event is sent with the very headers of the service', async () => {
  const { url, received } = await startLocalReceiver();
  await triggered(url, {});
  const [own] = received;
  const sender = openWebhookSender({ allowLoopback: true, userAgent: `esign/${CLIENT_VERSION}` });
  const delivery = { kind: 'delivery', endpointId: 'whe_1', id: 'x', attempt: 1, url } as const;
  const event = {
    event: 'signer.signed',
    body: own!.body,
    secret: WEBHOOK_SECRET,
    nextSecret: null,
  };
  await sender.deliver({ ...delivery, ...event });
  await sender.close();
  const [, service] = received;
  const told = ({ headers }: Received) =>
    Object.keys(headers).filter((name) => name !== 'connection');
  expect(told(own!).sort()).toEqual(told(service!).sort());
  const same = ['content-type', 'content-length', 'user-agent', 'accept', 'accept-encoding'];
  for (const name of [...same, 'x-service-signature', 'x-service-event', 'x-service-attempt']) {
    expect(own!.headers[name], name).toBe(service!.headers[name]);
  }
});

test.each([1, 7, 4711])('a scenario proves a handler idempotent (seed %i)', async (seed) => {
  const { url, events } = await openHandler();
  const chaos = { repeat: 3, disorder: true, loss: 0.3, delay: 3 };
  const done = await triggered(url, { name: 'scenario:three-signers', seed, ...chaos }, 4);
  expect(done.verdict).toBe('good');
  const arrived = done.attempts.filter(({ lost }) => !lost);
  expect(arrived).toHaveLength(12);
  expect(new Set(arrived.map(({ deliveryId }) => deliveryId)).size).toBe(4);
  const { effects = [], signed = [] } = done.expected ?? {};
  expect(events.map(({ event }) => event).sort()).toEqual(effects.map(({ event }) => event).sort());
  const signers = events.flatMap((event) => event.signers.filter(({ hasSigned }) => hasSigned));
  expect(new Set(signers.map(({ signerId }) => signerId))).toEqual(
    new Set(signed.map(({ signerId }) => signerId)),
  );
});

test('a handler that verifies refuses every bad signature', async () => {
  const { url, events } = await openHandler();
  const { verdict, attempts } = await triggered(url, { 'bad-signature': 'all' });
  expect(verdict).toBe('good');
  expect(attempts.length).toBeGreaterThan(15);
  expect(events).toEqual([]);
});

test('a lost attempt never arrives, and the next one says so', async () => {
  const { url, received } = await startLocalReceiver();
  const { attempts, deliveries } = await triggered(url, { loss: 1 });
  expect(attempts.map(({ lost }) => lost)).toEqual([true, true, true, false]);
  expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['4']);
  expect(deliveries).toMatchObject([{ sent: 1, lost: 3, answers: [204], verdict: 'delivered' }]);
});

test('a refused delivery of a scenario is retried, as the service would', async () => {
  let answered = 0;
  const { url, received } = await startLocalReceiver((response) => {
    answered += 1;
    response.writeHead(answered === 1 ? 503 : 204).end();
  });
  const { verdict, deliveries } = await triggered(url, { name: 'scenario:one-signer' });
  expect(verdict).toBe('good');
  expect(deliveries[0]).toMatchObject({ answers: [503, 204], verdict: 'delivered' });
  expect(received.at(-1)?.headers['x-service-attempt']).toBe('2');
});

test('a receiver that never responds is not retried', async () => {
  const { attempts } = await triggered('http://127.0.0.1:1/', { name: 'scenario:two-signers' });
  expect(attempts).toHaveLength(3);
});

test('a handler that fails on a repeat is not idempotent', async () => {
  const seen = new Set<string>();
  const { url } = await startLocalReceiver((response, { body }) => {
    const isRepeat = seen.has(body.toString());
    seen.add(body.toString());
    response.writeHead(isRepeat ? 409 : 204).end();
  });
  const { verdict, deliveries } = await triggered(url, { repeat: 2, 'same-bytes': true });
  expect(verdict).toBe('failed');
  expect(deliveries[0]).toMatchObject({ answers: [204, 409] });
});

test('deliveries are sent with limited concurrency', async () => {
  let [open, most] = [0, 0];
  const { url } = await startLocalReceiver((response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(204).end();
    }, 50);
  });
  const { verdict, deliveries } = await triggered(url, { repeat: 16 }, 8);
  expect({ verdict, sent: deliveries.length }).toEqual({ verdict: 'good', sent: 16 });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
});

test('a receiver that is not there, or breaks off, is a failure with its reason', async () => {
  const gone = await triggered('http://127.0.0.1:1/', {});
  expect(gone).toMatchObject({ verdict: 'failed', failed: [{ error: 'ECONNREFUSED' }] });
  const { url } = await startLocalReceiver((response) => response.destroy());
  expect(await triggered(url, {})).toMatchObject({ failed: [{ error: 'ECONNRESET' }] });
});

test('an endless response counts by its status, and only its beginning is kept', async () => {
  const { url } = await startLocalReceiver((response) => {
    response.writeHead(500).write('x'.repeat(100_000));
  });
  const { failed } = await triggered(url, {});
  expect(failed[0]?.answer).toHaveLength(2048);
});
