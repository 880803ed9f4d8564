import { expect, test, vi } from 'vitest';
import type { ReceivedDelivery } from '../../../src/webhook-tools/listen/received-delivery.ts';
import { EVENT_BODY, openReceiver, post, signedHeaders } from '../../support/open-receiver.ts';

const told = (deliveries: readonly ReceivedDelivery[], count: number) =>
  vi.waitFor(() => expect(deliveries).toHaveLength(count), { timeout: 4000, interval: 5 });

const firsts = (deliveries: readonly ReceivedDelivery[]) =>
  deliveries.map(({ duplicateOf }) => duplicateOf?.number ?? null);

const UNSIGNED = { 'Content-Type': 'application/json' };

test('a repeat is known whichever secret signs it, and where none fits', async () => {
  const { url, deliveries } = await openReceiver({ secrets: ['whsec_next', 'whsec_now'] });
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_now'));
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_next'));
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_other'));
  await post(url, EVENT_BODY, UNSIGNED);
  await told(deliveries, 4);
  expect(firsts(deliveries)).toEqual([null, 1, 1, 1]);
});

test('what did not verify is known again once it does', async () => {
  const { url, deliveries } = await openReceiver({ secrets: ['whsec_old', 'whsec_now'] });
  await post(url, EVENT_BODY, UNSIGNED);
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_now'));
  await told(deliveries, 2);
  expect(firsts(deliveries)).toEqual([null, 1]);
});

test('a repeat is known after the secrets have changed altogether', async () => {
  let secrets = ['whsec_old'];
  const { url, deliveries } = await openReceiver({ secrets: () => secrets });
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_old'));
  secrets = ['whsec_new'];
  await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_new'));
  await told(deliveries, 2);
  expect(firsts(deliveries)).toEqual([null, 1]);
});

test('other bytes are no repeat, though they claim the same signature', async () => {
  const { url, deliveries } = await openReceiver();
  const other = Buffer.from(`${EVENT_BODY} `);
  await post(url);
  await post(url, other, signedHeaders(EVENT_BODY));
  await post(url, other, signedHeaders(other));
  await told(deliveries, 3);
  expect(firsts(deliveries)).toEqual([null, null, 2]);
});

test('without verification a repeat is known by its bytes alone', async () => {
  const { url, deliveries } = await openReceiver({ verify: false, secrets: [] });
  await post(url, EVENT_BODY, UNSIGNED);
  await post(url, EVENT_BODY, signedHeaders());
  await post(url, Buffer.from('{}'), UNSIGNED);
  await told(deliveries, 3);
  expect(firsts(deliveries)).toEqual([null, 1, null]);
});
