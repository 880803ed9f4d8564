import { describe, expect, test } from 'vitest';
import {
  LATE_MS,
  SandboxPayments,
} from '../../../../src/service/adapters/payments/sandbox-payments.ts';
import { MovableClock } from '../../../support/outbox/outbox-parts.ts';
import { verifyMandates } from '../../ports/verify-mandates.ts';
import { aRequest, verifyPaymentProvider } from '../../ports/verify-payment-provider.ts';

const clock = new MovableClock();
const provider = new SandboxPayments({ clock });

describe('the contract', () => {
  verifyPaymentProvider(() => ({
    provider,
    pay: (orderId, paise) => provider.choose(orderId, 'pay', paise),
    told: (orderId) => {
      const outcome = provider.choose(orderId, 'pay');
      const [event] = outcome?.events ?? [];
      if (!outcome || !event) throw new Error('Nothing was told.');
      return { event, query: Object.fromEntries(new URL(outcome.returnUrl).searchParams) };
    },
  }));
});

const MONTH_MS = 31 * 24 * 3_600_000;

describe('the contract of mandates', () => {
  const { mandates } = provider;
  verifyMandates(() => ({
    ...{ provider, mandates },
    authorise: (id) => {
      mandates.choose(id, 'fail');
      mandates.choose(id, 'authorise');
    },
    charge: (id) => {
      clock.advance(MONTH_MS);
      mandates.choose(id, 'pay');
      mandates.choose(id, 'fail');
    },
    fail: (id) => {
      mandates.choose(id, 'fail');
      clock.advance(MONTH_MS);
    },
    told: (id) => {
      const outcome = provider.chooseMandate(id, 'authorise');
      const [event] = outcome?.events ?? [];
      if (!outcome || !event) throw new Error('Nothing was told.');
      return { event, query: Object.fromEntries(new URL(outcome.returnUrl).searchParams) };
    },
  }));
});

const anOrder = async () => {
  const request = aRequest({ expiresAt: new Date(clock.now().getTime() + 3_600_000) });
  await provider.createCheckout(request);
  return request;
};

test('a payment that fails leaves the order open, and tells nobody', async () => {
  const order = await anOrder();
  expect(provider.choose(order.orderId, 'fail')?.events).toEqual([]);
  expect(await provider.find(order)).toMatchObject({ state: 'open', payment: null });
});

test('a late payment is seen after a minute of the clock, and no event tells of it', async () => {
  const order = await anOrder();
  expect(provider.choose(order.orderId, 'late')?.events).toEqual([]);
  expect(await provider.find(order)).toMatchObject({ state: 'open' });
  clock.advance(LATE_MS);
  expect(await provider.find(order)).toMatchObject({ state: 'paid' });
});

test('a payment is told twice by the same event', async () => {
  const order = await anOrder();
  const events = provider.choose(order.orderId, 'twice')?.events ?? [];
  expect(events).toHaveLength(2);
  expect(events[0]).toEqual(events[1]);
  const paid = await provider.find(order);
  provider.choose(order.orderId, 'pay');
  expect(await provider.find(order)).toEqual(paid);
});

test('nothing is paid once the time is over', async () => {
  const order = await anOrder();
  clock.advance(3_600_000);
  provider.choose(order.orderId, 'pay');
  expect(await provider.find(order)).toMatchObject({ state: 'closed', payment: null });
  expect(provider.choose('ord_unknown', 'pay')).toBeUndefined();
});
