import { asc, eq } from 'drizzle-orm';
import type { Refund } from '../../domain/billing/order.ts';

import type { Database, Transaction } from '../database.ts';
import { assertChanged } from '../database.ts';
import { isUuid } from '../documents/documents.ts';
import { refunds } from '../schema/billing/orders.ts';

/** The changed fields of a refund. */
export type RefundChange = Partial<Pick<Refund, 'state' | 'providerId'>>;

/** Adds a refund. */
export async function insertRefund(db: Transaction, refund: Refund): Promise<void> {
  await db.insert(refunds).values(refund);
}

/** Finds a refund by its id. */
export async function findRefund(db: Database, refundId: string): Promise<Refund | undefined> {
  if (!isUuid(refundId)) return undefined;
  const [row] = await db.select().from(refunds).where(eq(refunds.refundId, refundId));
  return row;
}

/** Finds a refund and locks its row. */
export async function lockRefund(db: Transaction, refundId: string): Promise<Refund | undefined> {
  const isIt = eq(refunds.refundId, refundId);
  const [row] = await db.select().from(refunds).where(isIt).for('no key update');
  return row;
}

/** Writes the given fields. @throws {Error} when there is no such refund */
export async function changeRefund(
  db: Transaction,
  refundId: string,
  change: RefundChange,
): Promise<void> {
  const changed = await db.update(refunds).set(change).where(eq(refunds.refundId, refundId));
  assertChanged(changed, `refund ${refundId}`);
}

/** Ids of refunds that are not over, oldest first. */
export async function listRequestedRefunds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ refundId: refunds.refundId })
    .from(refunds)
    .where(eq(refunds.state, 'requested'))
    .orderBy(asc(refunds.createdAt));
  return rows.map(({ refundId }) => refundId);
}
