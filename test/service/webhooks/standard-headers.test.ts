import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../../src/client/index.ts';
import { newWebhookSecret, signWebhook } from '../../../src/contract/webhooks/webhook-signature.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { BODY, deliveryTo, openSender } from '../../support/outbox/open-sender.ts';
import { reasonOf } from '../../support/outbox/webhook-reason.ts';

test('a delivery has the headers of Standard Webhooks, the same id on each attempt', async () => {
  const { url, received } = await startLocalReceiver();
  const secret = newWebhookSecret();
  for (const attempt of [1, 2]) await openSender().deliver({ ...deliveryTo(url, attempt), secret });
  const [first, second] = received.map(({ headers }) => headers);
  const id = createHash('sha256').update(BODY).digest('hex');
  expect([first?.['webhook-id'], second?.['webhook-id']]).toEqual([id, id]);
  const timestamp = Number(first?.['webhook-timestamp']);
  expect(Math.abs(Date.now() / 1000 - timestamp)).toBeLessThan(60);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${BODY}`).digest('base64');
  expect(first?.['webhook-signature']).toBe(`v1,${signed}`);
});

test('during a rotation both secrets sign webhook-signature, and one X-Service-Signature', async () => {
  const { url, received } = await startLocalReceiver();
  const [secret, nextSecret] = [newWebhookSecret(), newWebhookSecret()];
  await openSender().deliver({ ...deliveryTo(url), secret, nextSecret });
  const { headers } = received[0]!;
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  const standard = { ...headers, 'x-service-signature': undefined };
  const at = { 'x-service-signature': headers['x-service-signature'] } as const;
  const reasons = [secret, nextSecret].flatMap((one) =>
    [standard, at].map((given) => reasonOf(() => verifyWebhook(BODY, given, one))),
  );
  expect(reasons).toEqual(['invalid_shape', 'invalid_shape', 'invalid_shape', 'mismatch']);
});

test.each([
  ['words', 'whsec_test_3f9c1e5a'],
  ['the alphabet of URLs', `whsec_${'-'.repeat(32)}`],
  ['too few bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
  ['too many bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
  ['another beginning', newWebhookSecret().replace('whsec_', 'wh_')],
])('a secret of %s signs X-Service-Signature alone', async (_, secret) => {
  const { url, received } = await startLocalReceiver();
  await openSender().deliver({ ...deliveryTo(url), secret, nextSecret: newWebhookSecret() });
  const { headers } = received[0]!;
  expect(headers['x-service-signature']).toBe(signWebhook(BODY, secret));
  expect(Object.keys(headers).filter((name) => name.startsWith('webhook'))).toEqual([]);
});
