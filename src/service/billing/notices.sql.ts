import { and, between, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { LIMITS } from '../../contract/limits.ts';
import type { BillingNotice } from '../core/mails/mail-notice.rules.ts';
import type { Database, Transaction } from '../store/database.ts';
import { accounts } from '../store/schema/accounts.tables.ts';
import { billingNotices, creditLedger } from '../store/schema/orders.tables.ts';

export interface TellOnce {
  readonly accountId: string;
  readonly about: BillingNotice['about'];
  /** Identifies the expiry or the top-up. */
  readonly of: string;
  readonly at: Date;
}

export interface TopUp {
  readonly seq: number;
  readonly balanceAfter: number;
}

/** Records a notice; false when it was recorded before. */
export async function tellOnce(db: Transaction, told: TellOnce): Promise<boolean> {
  const added = await db.insert(billingNotices).values(told).onConflictDoNothing();
  return added.rowCount === 1;
}

/** Ids of accounts, except erased ones, whose trial or paid time ends between two times. */
export async function listEnding(
  db: Database,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<string[]> {
  const { subscription, trialStartedAt, paidUntil, erasedAt } = accounts;
  const begun = (end: Date) => new Date(end.getTime() - LIMITS.trialMs);
  const isTrial = and(eq(subscription, 'trial'), between(trialStartedAt, begun(from), begun(to)));
  const isPaid = and(eq(subscription, 'active'), between(paidUntil, from, to));
  const rows = await db
    .select({ accountId: accounts.accountId })
    .from(accounts)
    .where(and(isNull(erasedAt), or(isTrial, isPaid)));
  return rows.map(({ accountId }) => accountId);
}

export async function findTopUp(db: Database, accountId: string): Promise<TopUp | undefined> {
  const { seq, balanceAfter, credits } = creditLedger;
  const [row] = await db
    .select({ seq, balanceAfter })
    .from(creditLedger)
    .where(and(eq(creditLedger.accountId, accountId), gt(credits, 0)))
    .orderBy(desc(seq))
    .limit(1);
  return row;
}
