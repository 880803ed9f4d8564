import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { openRazorpay } from '../../../src/service/adapters/payments/razorpay.ts';
import { orderGoods } from '../../../src/service/billing/orders/order-goods.ts';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import { addMember } from '../../../src/service/members/change-members.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { RAZORPAY_KEYS, RazorpayServer } from '../payments/razorpay-server.ts';
import { TEST_SHOP } from '../payments/test-shop.ts';
import { asOwner } from '../sign-in/callers.ts';
import type { SettlementVictim } from './settlement-victim.ts';
import { startVictim } from './victim.ts';
import { toldStore } from './victim-store.ts';

/** The script of a process that is killed; to be bundled. */
export const VICTIM = new URL('./settlement-victim.ts', import.meta.url);
const CREDITS = 10;
const OWNER = 'owner@example.in';
const clock = { now: () => new Date() };

/** Orders that are paid, and of which the service has not heard. */
export interface Sales {
  readonly razorpay: RazorpayServer;
  readonly accountId: string;
  readonly orderIds: readonly string[];
}

export async function openSales(store: DocumentStore, count: number): Promise<Sales> {
  const razorpay = await new RazorpayServer().open();
  onTestFinished(() => razorpay.close());
  const payments = openRazorpay({ ...RAZORPAY_KEYS, baseUrl: razorpay.url });
  const deps = { store, clock, billing: { ...TEST_SHOP, payments } };
  const { accountId } = await createAccount(deps, {
    ...{ name: 'Northwind (TEST)', credits: 0, subscription: 'none' },
  });
  await addMember(deps, asOwner(accountId), { email: OWNER, role: 'owner' });
  const wish = {
    goods: { kind: 'pack', credits: CREDITS },
    returnUrl: 'https://esign.example.in/payments/razorpay/return',
  } as const;
  const orderIds = await Promise.all(
    Array.from({ length: count }, () => orderGoods(deps, asOwner(accountId), wish)),
  );
  for (const orderId of orderIds) razorpay.pay(orderId);
  return { razorpay, accountId, orderIds };
}

/** A process that settles: itself, its first step, and its end with the names of the steps that it came to. */
export function startSettling(
  script: string,
  { razorpay }: Sales,
  { url, dieAt }: { url: string; dieAt: number | undefined },
) {
  const told: SettlementVictim = {
    ...toldStore(url),
    baseUrl: razorpay.url,
    ...(dieAt !== undefined && { dieAt }),
  };
  const { child, lines } = startVictim(script, [JSON.stringify(told)]);
  const begun = once(child.stdout, 'data');
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, steps: lines() }));
  return { child, begun, ended };
}

/** Each order was paid once, granted once and invoiced once, and no invoice's number is missing. */
export async function accountForSales(
  store: DocumentStore,
  { razorpay, accountId, orderIds }: Sales,
): Promise<void> {
  for (const orderId of orderIds) {
    expect(await store.findOrder(orderId)).toMatchObject({ state: 'paid' });
  }
  expect(await store.creditBalance(accountId)).toBe(CREDITS * orderIds.length);
  const invoices = await store.listInvoices({ accountId, limit: 10_000 });
  const numbers = invoices.map(({ number }) => Number(number.split('/').at(-1)));
  const all = Array.from({ length: orderIds.length }, (_, at) => at + 1);
  expect(numbers.sort((one, other) => one - other)).toEqual(all);
  const paid = orderIds.map((orderId) => razorpay.link(orderId).payments?.[0]?.payment_id);
  expect(invoices.map(({ paymentId }) => paymentId).sort()).toEqual(paid.sort());
  expect(await invoicesMailed(store)).toEqual(invoices.map(({ number }) => number).sort());
  const contradictions = await store.listContradictions(clock.now());
  expect(contradictions.filter(({ kind }) => kind !== 'overdue')).toEqual([]);
}

/** The numbers of the invoices that wait in the outbox to be mailed, each as often as it waits. */
async function invoicesMailed(store: DocumentStore): Promise<string[]> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + 3_600_000);
  const items = await store.claimOutbox({ now, leaseUntil, limit: 10_000, perQueue: 10_000 });
  return items
    .flatMap((item) =>
      item.kind === 'mail' && item.mail.kind === 'invoice' ? [item.mail.number] : [],
    )
    .sort();
}
