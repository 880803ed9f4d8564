import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  finishRefund,
  refundPayment,
} from '../../../../src/service/billing/orders/refund-payment.ts';
import {
  pollPayments,
  settlePayment,
} from '../../../../src/service/billing/orders/settle-payment.ts';
import type { PaymentProvider } from '../../../../src/service/ports/payments.ts';
import { PaymentProviderError } from '../../../../src/service/ports/payments.ts';
import type { CrashPlan } from '../../../support/kills/crash-at.ts';
import { crashAt, forEachCrash, untilCrash } from '../../../support/kills/crash-at.ts';
import { aCaller, aDraft, send } from '../../../support/service/signing-world.ts';
import { openBillingWorld } from '../billing-world.ts';

const { world, deps, store, payments, anAccount, anOrder, findings } = await openBillingWorld();

/** Ten credits that an account has bought, by default a new one. */
async function aPayment(buyer?: string) {
  const accountId = buyer ?? (await anAccount());
  const orderId = await anOrder(accountId);
  payments.choose(orderId, 'pay');
  await settlePayment(deps, orderId);
  const [invoice] = await store.listInvoices({ accountId, limit: 1 });
  if (!invoice) throw new Error('There is no invoice.');
  return { accountId, invoice, paymentId: invoice.paymentId };
}

/** The shop with a provider that behaves differently when it is asked for refunds. */
const withRefunds = (refund: PaymentProvider['refund']) => {
  const { isTest } = payments;
  const provider: PaymentProvider = {
    ...{ id: payments.id, isTest, refund },
    createCheckout: (request) => payments.createCheckout(request),
    find: (order) => payments.find(order),
    readReturn: (query) => payments.readReturn(query),
    readEvent: (body, headers) => payments.readEvent(body, headers),
  };
  return { ...deps, billing: { ...deps.billing, payments: provider } };
};

test('unused credits are given back, and a credit note says so', async () => {
  const { accountId, paymentId, invoice } = await aPayment();
  const refund = await refundPayment(deps, { paymentId, credits: 4 });
  expect(refund).toMatchObject({ state: 'done', credits: 4, paise: 9440 });
  expect(await store.creditBalance(accountId)).toBe(6);
  const papers = await store.listInvoices({ accountId, limit: 10 });
  expect(papers.find(({ kind }) => kind === 'credit_note')).toMatchObject({
    number: expect.stringMatching(/^TC\/\d\d-\d\d\/\d{7}$/),
    totalPaise: 9440,
    corrects: { number: invoice.number, issuedAt: invoice.issuedAt },
  });
  const [entry] = await store.listLedger({ accountId, limit: 1 });
  expect(entry).toMatchObject({ credits: -4, isRefund: true, balanceAfter: 6 });
  expect(entry?.invoiceNumber).toMatch(/^TC/);
});

test('no more is given back than was bought, even at once', async () => {
  const { accountId, paymentId } = await aPayment();
  const wish = { paymentId, credits: 6 };
  const both = await Promise.allSettled([refundPayment(deps, wish), refundPayment(deps, wish)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await store.creditBalance(accountId)).toBe(4);
  const rest = await refundPayment(deps, { ...wish, credits: 4 });
  expect(rest.paise).toBe(9440);
});

test.each([0, 11, 1.5])('%s credits of ten are not given back', async (credits) => {
  const { paymentId } = await aPayment();
  const refund = refundPayment(deps, { paymentId, credits });
  await expect(refund).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'Of this payment, 1 to 10 credits can be given back.',
  });
});

test('credits that were used are not given back', async () => {
  const caller = await aCaller(world, 0);
  const { accountId } = caller.account;
  const { paymentId } = await aPayment(accountId);
  await send(deps, caller, await aDraft(world, caller, 1));
  const refund = refundPayment(deps, { paymentId, credits: 10 });
  await expect(refund).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: 'The account has only 9 unused credits; nothing was refunded.',
  });
  expect(await store.creditBalance(accountId)).toBe(9);
});

test('an unknown payment is not found', async () => {
  const unknown = refundPayment(deps, { paymentId: 'pay_unknown', credits: 1 });
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
});

test('a month of access is not given back', async () => {
  const accountId = await anAccount();
  const orderId = await anOrder(accountId, 0);
  payments.choose(orderId, 'pay');
  await settlePayment(deps, orderId);
  const [payment] = await store.listPayments({ accountId, limit: 1 });
  const refund = refundPayment(deps, { paymentId: payment?.paymentId ?? '', credits: 1 });
  await expect(refund).rejects.toThrow('Only credits can be given back');
});

test('payments are listed with what was given back of them, and the credit note', async () => {
  const { accountId, paymentId, invoice } = await aPayment();
  await refundPayment(deps, { paymentId, credits: 3 });
  expect(await store.listPayments({ accountId, limit: 10 })).toMatchObject([
    {
      ...{ paymentId, kind: 'pack', credits: 10, paise: 23_600, invoiceNumber: invoice.number },
      refunds: [{ credits: 3, state: 'done', creditNote: expect.stringMatching(/^TC/) }],
    },
  ]);
});

test('a refund of which nobody knows the outcome is asked for again by the poll', async () => {
  const { accountId, paymentId } = await aPayment();
  const failing = withRefunds(async () => {
    throw new PaymentProviderError('unavailable', 'It is away (TEST).');
  });
  const refund = await refundPayment(failing, { paymentId, credits: 10 });
  expect(refund.state).toBe('requested');
  expect(await store.creditBalance(accountId)).toBe(0);
  const errors: unknown[] = [];
  await pollPayments({ ...failing, onError: (error) => errors.push(error) });
  expect(errors).toHaveLength(1);
  await pollPayments({ ...deps, onError: (error) => errors.push(error) });
  expect(errors).toHaveLength(1);
  expect(await store.findRefund(refund.refundId)).toMatchObject({ state: 'done' });
});

test('a refund that the provider refuses, or that fails later, returns the credits', async () => {
  const { accountId, paymentId } = await aPayment();
  const refusing = withRefunds(async () => {
    throw new PaymentProviderError('refused', 'It is too old (TEST).');
  });
  const refused = await refundPayment(refusing, { paymentId, credits: 10 });
  expect(refused.state).toBe('failed');
  expect(await store.creditBalance(accountId)).toBe(10);

  const providerId = `rfnd_${randomUUID()}`;
  let state: 'pending' | 'failed' = 'pending';
  const slow = withRefunds(async () => ({ providerId, state }));
  const { refundId } = await refundPayment(slow, { paymentId, credits: 10 });
  expect(await store.creditBalance(accountId)).toBe(0);
  state = 'failed';
  await finishRefund(slow, refundId);
  expect(await finishRefund(slow, refundId)).toMatchObject({ state: 'failed', providerId });
  expect(await store.creditBalance(accountId)).toBe(10);
  expect((await store.listInvoices({ accountId, limit: 10 })).length).toBe(1);
});

/** A refund that fails as planned, then the poll; answers where it failed. */
async function tryRefunding(plan: CrashPlan): Promise<string | undefined> {
  const { accountId, paymentId } = await aPayment();
  const crashing = crashAt(deps, plan);
  const during = { ...deps, store: crashing.deps.store };
  await untilCrash(() => refundPayment(during, { paymentId, credits: 10 }));
  await pollPayments({ ...deps, onError: () => undefined });
  const credits = await store.creditBalance(accountId);
  const papers = await store.listInvoices({ accountId, limit: 10 });
  expect([credits, papers.length], `${crashing.point()}`).toEqual(credits === 0 ? [0, 2] : [10, 1]);
  return crashing.point();
}

test.each(['before', 'after'] as const)(
  'a crash %s any step of a refund leaves all of it or nothing, once the poll has run',
  async (when) => {
    const points = await forEachCrash({ when, ends: 'process' }, tryRefunding);
    expect(points.length).toBeGreaterThan(10);
    expect(await findings()).toEqual([]);
  },
);
