import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openRazorpay } from '../../../../src/service/adapters/payments/razorpay.ts';
import { RAZORPAY_KEYS, RazorpayServer } from '../../../support/payments/razorpay-server.ts';
import { aMandateRequest, verifyMandates } from '../../ports/verify-mandates.ts';

const server = await new RazorpayServer().open();
afterAll(() => server.close());
const { subscriptions } = server;
const { keySecret, webhookSecret } = RAZORPAY_KEYS;
const options = { ...RAZORPAY_KEYS, baseUrl: server.url };

/** Razorpay with a plan. */
function openWith(planId: string) {
  const provider = openRazorpay({ ...options, planId });
  if (!provider.mandates) throw new Error('There are no mandates.');
  return { provider, mandates: provider.mandates };
}

const planId = subscriptions.addPlan(118_000);
const { provider, mandates } = openWith(planId);

beforeEach(() => {
  server.faults.length = 0;
});

describe('the contract', () => {
  verifyMandates(() => ({
    ...{ provider, mandates },
    authorise: (id) => subscriptions.setStatus(id, 'authenticated'),
    charge: (id) => subscriptions.charge(id),
    fail: (id) => subscriptions.fail(id),
    told: (id) => ({
      event: subscriptions.event(id, webhookSecret),
      query: subscriptions.returnQuery(id, 'pay_TEST', keySecret),
    }),
  }));
});

test('it is told the plan, the first charge and our id, and nothing about the customer', async () => {
  const startsAt = new Date('2100-01-01T00:00:00Z');
  const request = aMandateRequest({ startsAt });
  await mandates.startMandate(request);
  expect(server.posted).toEqual({
    plan_id: planId,
    total_count: 120,
    quantity: 1,
    customer_notify: false,
    expire_by: 4_070_908_800,
    start_at: 4_102_444_800,
    notes: { mandate: request.mandateId },
  });
  await mandates.startMandate(aMandateRequest());
  expect(server.posted).not.toHaveProperty('start_at');
});

test.each([
  [100, 'monthly'],
  [118_000, 'yearly'],
])('a plan of %s paise that is %s is not offered to anybody', async (amount, period) => {
  const odd = openWith(subscriptions.addPlan(amount, period));
  await expect(odd.mandates.startMandate(aMandateRequest())).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining(`charges ${amount} paise (INR) every 1 × ${period}`),
  });
});

test.each([
  ['created', 'open'],
  ['authenticated', 'active'],
  ['active', 'active'],
  ['pending', 'failing'],
  ['halted', 'failing'],
  ['cancelled', 'over'],
  ['completed', 'over'],
  ['expired', 'over'],
])('a subscription that is %s is a mandate that is %s', async (status, state) => {
  const { providerId } = await mandates.startMandate(aMandateRequest());
  subscriptions.setStatus(providerId, status);
  expect(await mandates.findMandate({ providerId })).toMatchObject({ state });
});

test('charges of more months than one answer has are all found', async () => {
  const { providerId } = await mandates.startMandate(aMandateRequest());
  const paid = Array.from({ length: 101 }, (_one, month) =>
    subscriptions.charge(providerId, undefined, Date.UTC(2026, month)),
  );
  const found = await mandates.findMandate({ providerId });
  expect(found?.charges.map(({ paymentId }) => paymentId)).toEqual(paid);
});

test('a cancellation whose answer was lost is asked for again', async () => {
  const { providerId } = await mandates.startMandate(aMandateRequest());
  server.faults.push('cut');
  await expect(mandates.cancelMandate({ providerId })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  await mandates.cancelMandate({ providerId });
  expect(subscriptions.get(providerId).status).toBe('cancelled');
});

test('a subscription that does not exist cannot be cancelled', async () => {
  const unknown = mandates.cancelMandate({ providerId: `sub_${randomUUID()}` });
  await expect(unknown).rejects.toMatchObject({ kind: 'refused' });
});

test('returns and events with the other secret are not believed', async () => {
  const { providerId } = await mandates.startMandate(aMandateRequest());
  const event = subscriptions.event(providerId, keySecret);
  expect(provider.readEvent(event.body, event.headers)).toBeUndefined();
  const query = subscriptions.returnQuery(providerId, 'pay_TEST', webhookSecret);
  expect(provider.readReturn(query)).toBeUndefined();
});

test('without a plan there are no mandates', () => {
  expect(openRazorpay(options).mandates).toBeUndefined();
});
