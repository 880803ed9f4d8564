import type { Account } from '../../domain/accounts/account.ts';
import { accessOf, monthPaidFrom } from '../../domain/billing/access.ts';
import { invoiceOf } from '../../domain/billing/invoice.ts';
import type { Order, Payment } from '../../domain/billing/order.ts';
import { paymentFault } from '../../domain/billing/order.ts';
import type { StoreTransaction } from '../../ports/document-store.ts';
import type { BillingDeps } from './billing-deps.ts';
import { takeInvoiceNumber } from './take-invoice-number.ts';

const isOver = ({ state }: Order): boolean => state === 'paid' || state === 'held';

/**
 * Settles an order, whoever says that it was paid: a browser that comes back, an event, or a poll. Only what the provider itself
 * answers counts. One transaction records the payment, grants what was bought and issues the invoice; called again, at once or
 * later, it does nothing more. A payment that does not fit leaves the order held. Returns the order as it is now; undefined when
 * there is none.
 * @throws {PaymentProviderError} when the provider cannot be asked
 */
export async function settlePayment(
  deps: BillingDeps,
  orderId: string,
): Promise<Order | undefined> {
  const { store, clock, billing } = deps;
  const known = await store.findOrder(orderId);
  if (!known || isOver(known) || known.provider !== billing.payments.id) return known;
  const payment = (await billing.payments.find(known))?.payment;
  const hasExpired = known.expiresAt <= clock.now();
  if (!payment && !(hasExpired && known.state === 'open')) return known;
  return await store.transaction(async (tx) => {
    const order = await tx.lockOrder(orderId);
    if (!order || isOver(order)) return order;
    return payment
      ? await settle(deps, tx, { order, payment })
      : await changed(tx, order, { state: 'expired' });
  });
}

type Change = Partial<Pick<Order, 'state' | 'heldReason'>>;

async function changed(tx: StoreTransaction, order: Order, change: Change): Promise<Order> {
  await tx.changeOrder(order.orderId, change);
  return { ...order, ...change };
}

/** An order and what was paid for it; the order is locked. */
interface Paid {
  readonly order: Order;
  readonly payment: Payment;
}

async function settle(deps: BillingDeps, tx: StoreTransaction, paid: Paid): Promise<Order> {
  const { order } = paid;
  const account = await tx.lockAccount(order.accountId);
  const heldReason = await faultOf(deps, tx, { ...paid, account });
  if (heldReason !== undefined || !account) {
    return await changed(tx, order, { state: 'held', heldReason: heldReason ?? 'No account.' });
  }
  await grant(deps, tx, { ...paid, account });
  await issueInvoice(deps, tx, { ...paid, account });
  return await changed(tx, order, { state: 'paid' });
}

/** Why a payment settles nothing; undefined when it was recorded for this order. */
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
  const at = clock.now();
  const { accountId, credits } = order;
  if (order.kind === 'pack') {
    await tx.grantCredits({ accountId, credits, at, paymentId: payment.paymentId });
    return;
  }
  const { state, until } = accessOf(account, at);
  const hasNoEnd = state === 'active' && until === null;
  const paidUntil = hasNoEnd ? null : monthPaidFrom(account, at);
  await tx.changeAccount(accountId, { subscription: 'active', paidUntil });
}

async function issueInvoice(
  { clock, billing }: BillingDeps,
  tx: StoreTransaction,
  { order, payment, account }: Granted,
): Promise<void> {
  const { accountId, paise: totalPaise } = order;
  const issuedAt = clock.now();
  const { isTest } = billing.payments;
  const profile = await tx.readProfile(accountId);
  const { number, ...at } = await takeInvoiceNumber(tx, { kind: 'invoice', isTest, issuedAt });
  const content = invoiceOf({
    ...{ number, issuedAt, isTest, profile, totalPaise },
    supplier: billing.supplier,
    accountName: account.name,
    goods: order,
    paymentId: payment.paymentId,
  });
  await tx.insertInvoice({ content, ...at, accountId, refundId: null });
}
