import { and, asc, eq, gt, or } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { orders } from '../../store/schema/orders.tables.ts';
import type { Order } from './order.rules.ts';

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
