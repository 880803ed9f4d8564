import { expect, test, vi } from 'vitest';
import { SeenBodies } from '../../../../src/cli/webhook/listen/incoming-request.ts';
import type { ReceivedDelivery } from '../../../../src/cli/webhook/listen/received-delivery.ts';
import {
  EVENT_BODY,
  openReceiver,
  post,
  signedHeaders,
} from '../../../support/outbox/open-receiver.ts';

const reported = (deliveries: readonly ReceivedDelivery[], count: number) =>
  vi.waitFor(() => expect(deliveries).toHaveLength(count), { timeout: 60_000, interval: 5 });

const firsts = (deliveries: readonly ReceivedDelivery[]) =>
  deliveries.map(({ duplicateOf }) => duplicateOf?.number ?? null);

const UNSIGNED = { 'Content-Type': 'application/json' };

test('a repeat is recognised whichever secret signs it, and when none fits', async () => {
  const { url, deliveries } = await openReceiver({ secrets: ['whsec_next', 'whsec_now'] });
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_now'));
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_next'));
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_other'));
  await post(url, EVENT_BODY, UNSIGNED);
  await reported(deliveries, 4);
  expect(firsts(deliveries)).toEqual([null, 1, 1, 1]);
});

test('a body that did not verify is recognised once it does', async () => {
  const { url, deliveries } = await openReceiver({ secrets: ['whsec_old', 'whsec_now'] });
  await post(url, EVENT_BODY, UNSIGNED);
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_now'));
  await reported(deliveries, 2);
  expect(firsts(deliveries)).toEqual([null, 1]);
});

test('a repeat is recognised after all secrets have changed', async () => {
  let secrets = ['whsec_old'];
  const { url, deliveries } = await openReceiver({ secrets: () => secrets });
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_old'));
  secrets = ['whsec_new'];
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_new'));
  await reported(deliveries, 2);
  expect(firsts(deliveries)).toEqual([null, 1]);
});

test('other bytes with the same signature are not a repeat', async () => {
  const { url, deliveries } = await openReceiver();
  const other = Buffer.from(`${EVENT_BODY} `);
  await post(url);
  await post(url, other, signedHeaders(EVENT_BODY));
  await post(url, other, signedHeaders(other));
  await reported(deliveries, 3);
  expect(firsts(deliveries)).toEqual([null, null, 2]);
});

test('without verification a repeat is recognised by its bytes', async () => {
  const { url, deliveries } = await openReceiver({ verify: false, secrets: [] });
  await post(url, EVENT_BODY, UNSIGNED);
  await post(url, EVENT_BODY, signedHeaders());
  await post(url, Buffer.from('{}'), UNSIGNED);
  await reported(deliveries, 3);
  expect(firsts(deliveries)).toEqual([null, 1, null]);
});

test('the last thousands of bodies are remembered, and older ones forgotten', () => {
  const seen = new SeenBodies();
  for (let number = 1; number <= 23_000; number += 1) seen.add(`body ${number}`, number);
  expect(seen.add('body 18001', 23_001)).toEqual({
    number: 23_001,
    duplicateOf: { number: 18_001, afterMs: 5000 },
  });
  expect(seen.add('body 1', 23_002)).toEqual({ number: 23_002, duplicateOf: null });
});

test('when the clock is set back, a repeat does not come before its first', () => {
  const seen = new SeenBodies();
  seen.add('body', 5000);
  expect(seen.add('body', 4000).duplicateOf).toEqual({ number: 1, afterMs: 0 });
});
