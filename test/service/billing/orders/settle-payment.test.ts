import { expect, test } from 'vitest';
import { LATE_MS } from '../../../../src/service/adapters/payments/sandbox-payments.ts';
import { setBillingProfile } from '../../../../src/service/billing/invoices/set-billing-profile.ts';
import {
  pollPayments,
  receiveEvent,
  settlePayment,
  settleReturned,
} from '../../../../src/service/billing/orders/settle-payment.ts';
import { asOperator } from '../../../../src/service/core/permissions.rules.ts';
import { eraseAccount } from '../../../../src/service/core/retention/erase.ts';
import type { TestChoice } from '../../../../src/service/ports/payments.ts';
import type { CrashPlan } from '../../../support/kills/crash-at.ts';
import { crashAt, forEachCrash, untilCrash } from '../../../support/kills/crash-at.ts';
import { SETTLEMENT_STEPS } from '../../../support/payments/settlement-steps.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import { openBillingWorld } from '../billing-world.ts';

const { deps, store, clock, payments, anAccount, anOrder, findings } = await openBillingWorld();

/** A customer's choice on the provider's page: the ways in which the service hears of it. */
function choose(orderId: string, choice: TestChoice = 'pay', paise?: number) {
  const outcome = payments.choose(orderId, choice, paise);
  if (!outcome) throw new Error('There is no such checkout.');
  const [event] = outcome.events;
  const comeBack = async () => {
    const query = Object.fromEntries(new URL(outcome.returnUrl).searchParams);
    const returned = payments.readReturn(query);
    if (returned) await settleReturned(deps, returned);
    return await store.findOrder(orderId);
  };
  const tell = () =>
    event ? receiveEvent(deps, { rawBody: event.body, headers: event.headers }) : undefined;
  const onError = (error: unknown) => {
    throw error;
  };
  const poll = () => pollPayments({ ...deps, onError });
  return { comeBack, tell, poll };
}

const sold = async (accountId: string) => ({
  credits: await store.creditBalance(accountId),
  invoices: (await store.listInvoices({ accountId, limit: 10 })).length,
});

const WAYS = ['comeBack', 'tell', 'poll'] as const;
const ORDERS = WAYS.flatMap((first) =>
  WAYS.filter((way) => way !== first).flatMap((second) =>
    WAYS.filter((way) => way !== first && way !== second).map((third) => [first, second, third]),
  ),
);

test.each(ORDERS)('%s, %s and %s settle a payment once', async (...ways) => {
  const accountId = await anAccount();
  const orderId = await anOrder(accountId);
  const heard = choose(orderId);
  for (const way of [...ways, ...ways]) await heard[way as (typeof WAYS)[number]]();
  expect(await sold(accountId)).toEqual({ credits: 10, invoices: 1 });
  expect(await store.findOrder(orderId)).toMatchObject({ state: 'paid' });
});

test('all ways at once settle many payments once each, and no number is missing', async () => {
  const before = (await findings()).length;
  const accountId = await anAccount();
  const orderIds = await Promise.all(Array.from({ length: 12 }, () => anOrder(accountId)));
  const heard = orderIds.map((orderId) => choose(orderId));
  await Promise.all(
    heard.flatMap(({ comeBack, tell }) => [comeBack(), tell(), comeBack(), tell()]),
  );
  expect(await sold(accountId)).toEqual({ credits: 120, invoices: 10 });
  const numbers = (await store.listInvoices({ accountId, limit: 100 })).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(12);
  expect((await findings()).length).toBe(before);
});

test('a browser that comes back without having paid changes nothing', async () => {
  const accountId = await anAccount();
  const orderId = await anOrder(accountId);
  expect(await choose(orderId, 'fail').comeBack()).toMatchObject({ state: 'open' });
  expect(await sold(accountId)).toEqual({ credits: 0, invoices: 0 });
});

test('a late payment is settled by the poll, even after the order expired', async () => {
  const accountId = await anAccount();
  const orderId = await anOrder(accountId);
  clock.advance(24 * 3_600_000 - LATE_MS / 2);
  const { comeBack, poll } = choose(orderId, 'late');
  expect(await comeBack()).toMatchObject({ state: 'open' });
  clock.advance(LATE_MS - 1000);
  expect(await comeBack()).toMatchObject({ state: 'expired' });
  clock.advance(LATE_MS);
  await poll();
  expect(await store.findOrder(orderId)).toMatchObject({ state: 'paid' });
  expect(await sold(accountId)).toEqual({ credits: 10, invoices: 1 });
});

test('an event with a wrong signature is not looked at', async () => {
  const orderId = await anOrder(await anAccount());
  choose(orderId);
  const rawBody = Buffer.from(JSON.stringify({ eventId: 'e', orderId }));
  const headers = { 'x-sandbox-signature': '0'.repeat(64) };
  expect(await receiveEvent(deps, { rawBody, headers })).toBe('unsigned');
  expect(await store.findOrder(orderId)).toMatchObject({ state: 'open' });
});

test('an order that nobody made is not settled', async () => {
  expect(await settlePayment(deps, 'ord_unknown')).toBeUndefined();
});

test('a wrong sum is held for a person to look at, grants nothing, and is found by the check', async () => {
  const accountId = await anAccount();
  const orderId = await anOrder(accountId);
  const { comeBack, tell } = choose(orderId, 'pay', 23_599);
  const heldReason = '23599 paise were paid instead of 23600.';
  expect(await comeBack()).toMatchObject({ state: 'held', heldReason });
  await tell();
  expect(await sold(accountId)).toEqual({ credits: 0, invoices: 0 });
  expect(await findings()).toContainEqual({
    level: 'notice',
    kind: 'held',
    id: orderId,
    what: `money arrived that does not fit its order: ${heldReason}`,
  });
});

test('money for an account that was erased meanwhile is held', async () => {
  const accountId = await anAccount();
  const orderId = await anOrder(accountId);
  const { comeBack } = choose(orderId);
  await eraseAccount(deps, asOperator(accountId), { confirm: null, mayWithdraw: true });
  expect(await comeBack()).toMatchObject({ state: 'held' });
});

test('the invoice is made out to the profile of the moment, and stays as it is', async () => {
  const accountId = await anAccount();
  const typed = {
    legalName: 'TEST Homes',
    address: '2 Test Lane\nPune',
    state: '27',
    gstin: '',
    email: '',
  };
  await setBillingProfile(deps, asOwner(accountId), typed);
  await choose(await anOrder(accountId)).tell();
  await setBillingProfile(deps, asOwner(accountId), { ...typed, legalName: 'TEST Houses' });
  const [invoice] = await store.listInvoices({ accountId, limit: 1 });
  expect(invoice).toMatchObject({
    kind: 'invoice',
    number: expect.stringMatching(/^TS\/\d\d-\d\d\/\d{7}$/),
    recipient: { legalName: 'TEST Homes', address: '2 Test Lane\nPune' },
    placeOfSupply: '27',
    taxablePaise: 20_000,
    igstPaise: 3600,
    totalPaise: 23_600,
    isTest: true,
  });
});

test('a month that is paid opens the API, and a second one follows it', async () => {
  const accountId = await anAccount();
  for (const paid of [1, 2]) {
    await choose(await anOrder(accountId, 0)).comeBack();
    expect((await sold(accountId)).invoices).toBe(paid);
  }
  const account = await store.findAccount(accountId);
  expect(account?.subscription).toBe('active');
  const days = ((account?.paidUntil?.getTime() ?? 0) - clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(57);
  expect(days).toBeLessThan(63);
});

test('access without an end is not sold an end', async () => {
  const accountId = await anAccount('active');
  await expect(anOrder(accountId, 0)).rejects.toMatchObject({ code: 'invalid_state' });
});

test.each([9, 10_001, 1.5])('a pack of %s credits is not sold', async (credits) => {
  const order = anOrder(await anAccount(), credits);
  await expect(order).rejects.toMatchObject({ code: 'invalid_request' });
});

/** A settlement that fails as planned, then another; answers where the first failed. */
async function trySettling(plan: CrashPlan): Promise<string | undefined> {
  const accountId = await anAccount();
  const orderId = await anOrder(accountId);
  const { comeBack } = choose(orderId);
  const crashing = crashAt(deps, plan);
  await untilCrash(() => settlePayment({ ...deps, store: crashing.deps.store }, orderId));
  const state = (await store.findOrder(orderId))?.state;
  const nothing = { credits: 0, invoices: 0 };
  const all = { credits: 10, invoices: 1 };
  expect(await sold(accountId), `left ${crashing.point()}`).toEqual(
    state === 'paid' ? all : nothing,
  );
  await comeBack();
  expect(await sold(accountId), `in the end ${crashing.point()}`).toEqual(all);
  return crashing.point();
}

test.each(['before', 'after'] as const)(
  'a crash %s any step leaves all or nothing, and a repeated settlement ends in one without a gap',
  async (when) => {
    const points = await forEachCrash({ when, ends: 'process' }, trySettling);
    const steps = SETTLEMENT_STEPS.filter((step) => step !== 'tx.queueMail');
    expect(points.map((point) => point.split(' ').at(-1))).toEqual(steps);
    expect((await findings()).filter(({ kind }) => kind !== 'held')).toEqual([]);
  },
);
