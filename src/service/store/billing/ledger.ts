import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { creditLedger } from '../schema/billing/credits.ts';
import { invoices } from '../schema/billing/invoices.ts';
import { documents } from '../schema/documents/documents.ts';
import type { BillingPage } from './invoices.ts';

/** An entry of an account's ledger, with what it is about. */
export interface LedgerEntry {
  readonly seq: number;
  readonly at: Date;
  readonly credits: number;
  readonly balanceAfter: number;
  readonly documentId: string | null;
  /** Null without a document, and once it was removed. */
  readonly documentName: string | null;
  /** The invoice over bought credits, or the credit note over those given back; null for others. */
  readonly invoiceNumber: string | null;
  /** Credits that were given back, or returned since the refund failed. */
  readonly isRefund: boolean;
}

/** An account's entries of the ledger before a place, newest first, with what each is about. */
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
