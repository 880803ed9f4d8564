import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openRazorpay } from '../../../../src/service/adapters/payments/razorpay.ts';
import { RAZORPAY_KEYS, RazorpayServer } from '../../../support/payments/razorpay-server.ts';
import { aRequest, verifyPaymentProvider } from '../../ports/verify-payment-provider.ts';

const server = await new RazorpayServer().open();
afterAll(() => server.close());
const options = { ...RAZORPAY_KEYS, baseUrl: server.url };
const provider = openRazorpay(options);

beforeEach(() => {
  server.asked.length = 0;
  server.faults.length = 0;
  server.refundStatus = 'processed';
});

describe('the contract', () => {
  verifyPaymentProvider(() => ({
    provider,
    pay: (orderId, paise) => server.pay(orderId, paise),
    told: (orderId) => ({ event: server.event(orderId), query: server.returnQuery(orderId) }),
  }));
});

test('it is told the sum and our order, and nothing about the customer', async () => {
  const request = aRequest();
  await provider.createCheckout(request);
  expect(server.posted).toEqual({
    amount: 23_600,
    currency: 'INR',
    accept_partial: false,
    reference_id: request.orderId,
    description: request.description,
    expire_by: 4_102_444_800,
    notify: { sms: false, email: false },
    reminder_enable: false,
    callback_url: request.returnUrl,
    callback_method: 'get',
  });
});

test('a link whose answer was lost is found by its reference, and not made again', async () => {
  server.faults.push('cut');
  const request = aRequest();
  const { providerId } = await provider.createCheckout(request);
  expect(providerId).toBe(server.link(request.orderId).id);
  expect(server.asked.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET']);
});

test.each([
  ['busy', 'unavailable', 503],
  ['running the same', 'running', 409],
] as const)('a server that is %s is asked again later', async (_what, fault, status) => {
  server.faults.push(fault, fault);
  const checkout = provider.createCheckout(aRequest());
  await expect(checkout).rejects.toMatchObject({
    kind: 'unavailable',
    message: `Razorpay responded with status ${status}.`,
  });
});

test('a refusal says why', async () => {
  const checkout = provider.createCheckout(aRequest({ paise: 99 }));
  await expect(checkout).rejects.toMatchObject({
    kind: 'refused',
    message: 'Razorpay refused: The amount must be at least INR 1.00',
  });
});

test('a wrong key is a fault of the deployment, and no error shows it', async () => {
  const wrong = openRazorpay({ ...options, keySecret: 'wrong-secret-TEST' });
  const found = wrong.find(aRequest());
  await expect(found).rejects.toMatchObject({ kind: 'unavailable' });
  await found.catch((error) => expect(JSON.stringify(error)).not.toContain('secret'));
});

test('a server that is not there is unavailable', async () => {
  const nowhere = openRazorpay({ ...options, baseUrl: 'http://127.0.0.1:9' });
  await expect(nowhere.find(aRequest())).rejects.toMatchObject({ kind: 'unavailable' });
});

async function aRefund() {
  const request = aRequest();
  await provider.createCheckout(request);
  server.pay(request.orderId);
  const paymentId = (await provider.find(request))?.payment?.paymentId ?? '';
  return { refundId: randomUUID(), paymentId, paise: 23_600, providerId: null };
}

test('a refund whose answer was lost is asked for again under the same key', async () => {
  const refund = await aRefund();
  server.faults.push('cut');
  await expect(provider.refund(refund)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await provider.refund(refund)).toMatchObject({ state: 'done' });
  expect(server.refunds().filter((one) => one.payment_id === refund.paymentId)).toHaveLength(1);
});

test('a refund that takes its time is looked up by its id', async () => {
  server.refundStatus = 'pending';
  const refund = await aRefund();
  const { providerId, state } = await provider.refund(refund);
  expect(state).toBe('pending');
  const [made] = server.refunds().filter((one) => one.id === providerId);
  if (made) made.status = 'failed';
  expect(await provider.refund({ ...refund, providerId })).toEqual({ providerId, state: 'failed' });
});

test.each([
  ['rzp_test_abc', true],
  ['rzp_live_abc', false],
])('the key %s is for tests: %s', (keyId, isTest) => {
  expect(openRazorpay({ ...options, keyId }).isTest).toBe(isTest);
});
