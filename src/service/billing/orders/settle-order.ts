import type { Account } from '../../core/accounts/account.rules.ts';
import type { StoreTransaction } from '../../store/store.ts';
import { accessOf, monthPaidFrom } from '../access.rules.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { InvoiceKind } from '../invoices/invoice.rules.ts';
import { financialYearOf, invoiceNumber, invoiceOf, seriesOf } from '../invoices/invoice.rules.ts';
import { queuePaper } from '../tell-owners.ts';
import type { Order, Payment } from './order.rules.ts';
import { paymentFault } from './order.rules.ts';

/** Take it last: others wait for the transaction. If that fails, the next one gets the number. */
export async function takeInvoiceNumber(
  tx: StoreTransaction,
  paper: { readonly kind: InvoiceKind; readonly isTest: boolean; readonly issuedAt: Date },
): Promise<{ number: string; series: string; year: string; place: number }> {
  const series = seriesOf(paper.kind, paper.isTest);
  const year = financialYearOf(paper.issuedAt);
  const place = await tx.takeNumber(series, year);
  return { number: invoiceNumber({ series, year, number: place }), series, year, place };
}

type Change = Partial<Pick<Order, 'state' | 'heldReason'>>;

export async function changedOrder(
  tx: StoreTransaction,
  order: Order,
  change: Change,
): Promise<Order> {
  await tx.changeOrder(order.orderId, change);
  return { ...order, ...change };
}

/** The order is locked, or new. */
interface Paid {
  readonly order: Order;
  readonly payment: Payment;
}

/**
 * Records a payment that the provider confirmed, grants the goods, issues and mails the invoice.
 * Holds the order if the payment doesn't match.
 */
export async function settleOrder(
  deps: BillingDeps,
  tx: StoreTransaction,
  paid: Paid,
): Promise<Order> {
  const { order } = paid;
  const account = await tx.lockAccount(order.accountId);
  const heldReason = await faultOf(deps, tx, { ...paid, account });
  if (heldReason !== undefined || !account) {
    return await changedOrder(tx, order, {
      state: 'held',
      heldReason: heldReason ?? 'No account.',
    });
  }
  await grant(deps, tx, { ...paid, account });
  await issueInvoice(deps, tx, { ...paid, account });
  return await changedOrder(tx, order, { state: 'paid' });
}

/** Undefined once the payment is recorded for this order. */
async function faultOf(
  { clock }: BillingDeps,
  tx: StoreTransaction,
  { order, payment, account }: Paid & { readonly account: Account | undefined },
): Promise<string | undefined> {
  if (!account || account.erasedAt) return 'The account was erased before the payment arrived.';
  const fault = paymentFault(order, payment);
  if (fault !== undefined) return fault;
  const { orderId } = order;
  if (await tx.insertPayment({ ...payment, orderId, at: clock.now() })) return undefined;
  return 'The payment is recorded for another order.';
}

type Granted = Paid & { readonly account: Account };

async function grant(
  { clock }: BillingDeps,
  tx: StoreTransaction,
  { order, payment, account }: Granted,
): Promise<void> {
  const now = clock.now();
  const { accountId, credits, mandateId } = order;
  if (order.kind === 'pack') {
    await tx.grantCredits({ accountId, credits, at: now, paymentId: payment.paymentId });
    return;
  }
  // A mandate's charge keeps its day of the month, even if we learn of it late.
  const at = mandateId === null ? now : payment.paidAt;
  const { state, until } = accessOf(account, at);
  const hasNoEnd = state === 'active' && until === null;
  const paidUntil = hasNoEnd ? null : monthPaidFrom(account, at);
  const isSingle = mandateId === null && account.renewal === 'cancelled';
  const renewal = isSingle ? null : account.renewal;
  await tx.changeAccount(accountId, { subscription: 'active', paidUntil, renewal });
}

async function issueInvoice(
  { clock, billing }: BillingDeps,
  tx: StoreTransaction,
  { order, payment, account }: Granted,
): Promise<void> {
  const { accountId, paise: totalPaise } = order;
  const issuedAt = clock.now();
  const { isTest } = billing.payments;
  const profile = await tx.findProfile(accountId);
  const { number, ...at } = await takeInvoiceNumber(tx, { kind: 'invoice', isTest, issuedAt });
  const content = invoiceOf({
    ...{ number, issuedAt, isTest, profile, totalPaise },
    supplier: billing.supplier,
    accountName: account.name,
    goods: order,
    paymentId: payment.paymentId,
  });
  await tx.insertInvoice({ content, ...at, accountId, refundId: null });
  await queuePaper(tx, { accountId, number, profile }, issuedAt);
}
