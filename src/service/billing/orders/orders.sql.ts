import { and, asc, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { isUuid } from '../../store/documents/documents.sql.ts';
import { invoices } from '../../store/schema/invoices.tables.ts';
import { orders, payments, providerEvents, refunds } from '../../store/schema/orders.tables.ts';
import type { BillingPage } from '../invoices/invoices.sql.ts';
import type { Order, Payment, Refund } from './order.rules.ts';

export type OrderChange = Partial<Pick<Order, 'providerId' | 'state' | 'heldReason'>>;

export async function insertOrder(db: Transaction, order: Order): Promise<void> {
  await db.insert(orders).values(order);
}

export async function findOrder(db: Database, orderId: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.orderId, orderId));
  return row;
}

export async function lockOrder(db: Transaction, orderId: string): Promise<Order | undefined> {
  const isIt = eq(orders.orderId, orderId);
  const [row] = await db.select().from(orders).where(isIt).for('no key update');
  return row;
}

/** @throws {Error} when there is no such order */
export async function changeOrder(
  db: Transaction,
  orderId: string,
  change: OrderChange,
): Promise<void> {
  const changed = await db.update(orders).set(change).where(eq(orders.orderId, orderId));
  assertChanged(changed, `order ${orderId}`);
}

export async function hasOrder(
  db: Transaction,
  provider: string,
  providerId: string,
): Promise<boolean> {
  const [row] = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.provider, provider), eq(orders.providerId, providerId)));
  return row !== undefined;
}

/** Ids of open orders, and of those expired after `since`: they may still be paid. Oldest first. */
export async function listUnsettled(db: Database, since: Date): Promise<string[]> {
  const mayBePaid = or(
    eq(orders.state, 'open'),
    and(eq(orders.state, 'expired'), gt(orders.expiresAt, since)),
  );
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(mayBePaid)
    .orderBy(asc(orders.createdAt), asc(orders.orderId));
  return rows.map(({ orderId }) => orderId);
}

export type RefundChange = Partial<Pick<Refund, 'state' | 'providerId'>>;

export async function insertRefund(db: Transaction, refund: Refund): Promise<void> {
  await db.insert(refunds).values(refund);
}

export async function findRefund(db: Database, refundId: string): Promise<Refund | undefined> {
  if (!isUuid(refundId)) return undefined;
  const [row] = await db.select().from(refunds).where(eq(refunds.refundId, refundId));
  return row;
}

export async function lockRefund(db: Transaction, refundId: string): Promise<Refund | undefined> {
  const isIt = eq(refunds.refundId, refundId);
  const [row] = await db.select().from(refunds).where(isIt).for('no key update');
  return row;
}

/** @throws {Error} when there is no such refund */
export async function changeRefund(
  db: Transaction,
  refundId: string,
  change: RefundChange,
): Promise<void> {
  const changed = await db.update(refunds).set(change).where(eq(refunds.refundId, refundId));
  assertChanged(changed, `refund ${refundId}`);
}

export async function listRequestedRefunds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ refundId: refunds.refundId })
    .from(refunds)
    .where(eq(refunds.state, 'requested'))
    .orderBy(asc(refunds.createdAt));
  return rows.map(({ refundId }) => refundId);
}

export interface ListedPayment {
  readonly paymentId: string;
  readonly orderId: string;
  readonly kind: Order['kind'];
  readonly credits: number;
  readonly paise: number;
  readonly paidAt: Date;
  readonly invoiceNumber: string | null;
  readonly refunds: readonly ListedRefund[];
}

export type ListedRefund = Pick<Refund, 'refundId' | 'credits' | 'paise' | 'state'> & {
  readonly creditNote: string | null;
};

/** A payment with its order. `refundedCredits` includes refunds that are not finished. */
export interface SettledPayment {
  readonly paymentId: string;
  readonly order: Order;
  readonly refundedCredits: number;
}

/** Records a payment; false when it is recorded already, for any order. */
export async function insertPayment(
  db: Transaction,
  { at: recordedAt, ...payment }: Payment & { readonly orderId: string; readonly at: Date },
): Promise<boolean> {
  const { paymentId, orderId, paise, paidAt } = payment;
  const added = await db
    .insert(payments)
    .values({ paymentId, orderId, paise, paidAt, recordedAt })
    .onConflictDoNothing();
  return added.rowCount === 1;
}

/** Locks the payment's order. */
export async function lockPayment(
  db: Transaction,
  paymentId: string,
): Promise<SettledPayment | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.paymentId, paymentId));
  const order = row && (await lockOrder(db, row.orderId));
  if (!order) return undefined;
  const { rows } = await db.execute<{ credits: number }>(sql`
    SELECT coalesce(sum(credits), 0)::int AS credits FROM refunds
      WHERE payment_id = ${paymentId} AND state <> 'failed'`);
  return { paymentId, order, refundedCredits: rows[0]?.credits ?? 0 };
}

export async function listPayments(
  db: Database,
  { accountId, limit }: BillingPage,
): Promise<ListedPayment[]> {
  const { paymentId, paise, paidAt } = payments;
  const { orderId, kind, credits } = orders;
  const isInvoice = and(eq(invoices.paymentId, paymentId), eq(invoices.kind, 'invoice'));
  const rows = await db
    .select({ paymentId, orderId, kind, credits, paise, paidAt, invoiceNumber: invoices.number })
    .from(payments)
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .leftJoin(invoices, isInvoice)
    .where(eq(orders.accountId, accountId))
    .orderBy(desc(paidAt), desc(paymentId))
    .limit(limit);
  const given = await listRefunds(
    db,
    rows.map((row) => row.paymentId),
  );
  return rows.map((row) => ({
    ...row,
    refunds: given.flatMap(({ paymentId: of, ...one }) => (of === row.paymentId ? [one] : [])),
  }));
}

async function listRefunds(db: Database, of: readonly string[]) {
  if (of.length === 0) return [];
  const { paymentId, refundId, credits, paise, state } = refunds;
  return await db
    .select({ paymentId, refundId, credits, paise, state, creditNote: invoices.number })
    .from(refunds)
    .leftJoin(invoices, eq(invoices.refundId, refundId))
    .where(inArray(paymentId, [...of]))
    .orderBy(asc(refunds.createdAt), asc(refundId));
}

export async function hasEvent(db: Database, provider: string, eventId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM provider_events WHERE provider = ${provider} AND event_id = ${eventId}`);
  return rows.length > 0;
}

export async function noteEvent(
  db: Database,
  event: { readonly provider: string; readonly eventId: string; readonly at: Date },
): Promise<void> {
  await db.insert(providerEvents).values(event).onConflictDoNothing();
}
