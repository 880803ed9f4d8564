import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { DomainError } from '../core/domain-error.rules.ts';
import type { Database, Transaction } from '../store/database.ts';
import { isViolationOf } from '../store/plain-error.ts';
import { documents } from '../store/schema/documents.tables.ts';
import { invoices } from '../store/schema/invoices.tables.ts';
import {
  BALANCE_NOT_NEGATIVE,
  creditBalances,
  creditLedger,
} from '../store/schema/orders.tables.ts';
import type { BillingPage } from './invoices/invoices.sql.ts';

export interface LedgerEntry {
  readonly seq: number;
  readonly at: Date;
  readonly credits: number;
  readonly balanceAfter: number;
  readonly documentId: string | null;
  /** Null without a document, and once the document was removed. */
  readonly documentName: string | null;
  /** The invoice for bought credits, or the credit note for refunded ones; null for others. */
  readonly invoiceNumber: string | null;
  /** True for refunded credits, and for those returned because the refund failed. */
  readonly isRefund: boolean;
}

/** Entries of the ledger before the number `before`, newest first. */
export async function listLedger(
  db: Database,
  { accountId, limit, before }: BillingPage & { readonly before?: number | undefined },
): Promise<LedgerEntry[]> {
  const { seq, at, credits, balanceAfter, documentId, refundId, paymentId } = creditLedger;
  const isBought = and(eq(invoices.paymentId, paymentId), eq(invoices.kind, 'invoice'));
  const isGivenBack = and(eq(invoices.refundId, refundId), lt(credits, 0));
  return await db
    .select({
      ...{ seq, at, credits, balanceAfter, documentId },
      documentName: documents.name,
      invoiceNumber: invoices.number,
      isRefund: sql<boolean>`${isNotNull(refundId)}`,
    })
    .from(creditLedger)
    .leftJoin(documents, and(eq(documents.documentId, documentId), isNull(documents.removedAt)))
    .leftJoin(invoices, or(isBought, isGivenBack))
    .where(
      and(
        eq(creditLedger.accountId, accountId),
        before === undefined ? undefined : lt(seq, before),
      ),
    )
    .orderBy(desc(seq))
    .limit(limit);
}

export interface CreditGrant {
  readonly accountId: string;
  readonly credits: number;
  readonly at: Date;
  /** The payment that bought them. Each grants once. */
  readonly paymentId?: string;
  /** The refund that failed. Each returns its credits once. */
  readonly refundId?: string;
}

type Entry = typeof creditLedger.$inferInsert;

/** The database updates the balance, and rejects a negative one. */
async function enter(db: Transaction, entry: Entry): Promise<number> {
  const [row] = await db
    .insert(creditLedger)
    .values(entry)
    .returning({ balanceAfter: creditLedger.balanceAfter });
  if (!row) throw new Error('The credit ledger returned no entry.');
  return row.balanceAfter;
}

export async function grantCredits(db: Transaction, grant: CreditGrant): Promise<number> {
  return await enter(db, grant);
}

/**
 * Returns the new balance.
 * @throws {DomainError} `insufficient_credits`; the transaction cannot continue after that
 */
export async function chargeCredits(
  db: Transaction,
  charge: { accountId: string; documentId: string; credits: number; at: Date },
): Promise<number> {
  return await takeOff(
    db,
    charge,
    (balance) =>
      `Sending takes ${charge.credits} credits and the account has ${balance}; nothing was sent.`,
  );
}

/** Takes credits off for a refund, once. Returns the new balance. @throws as `chargeCredits` */
export async function takeCredits(
  db: Transaction,
  taken: { accountId: string; refundId: string; credits: number; at: Date },
): Promise<number> {
  return await takeOff(
    db,
    taken,
    (balance) => `The account has only ${balance} unused credits; nothing was refunded.`,
  );
}

async function takeOff(
  db: Transaction,
  entry: Entry,
  refusal: (balance: number) => string,
): Promise<number> {
  const [locked] = await db
    .select({ balance: creditBalances.balance })
    .from(creditBalances)
    .where(eq(creditBalances.accountId, entry.accountId))
    .for('update');
  try {
    return await enter(db, { ...entry, credits: -entry.credits });
  } catch (error) {
    if (!isViolationOf(error, BALANCE_NOT_NEGATIVE)) throw error;
    throw new DomainError('insufficient_credits', refusal(locked?.balance ?? 0));
  }
}

export const balanceOf = (db: Database, accountId: string) =>
  db
    .select({ balance: creditBalances.balance })
    .from(creditBalances)
    .where(eq(creditBalances.accountId, accountId));

/** Credits left; 0 for an unknown account. */
export async function creditBalance(db: Database, accountId: string): Promise<number> {
  const [row] = await balanceOf(db, accountId);
  return row?.balance ?? 0;
}
