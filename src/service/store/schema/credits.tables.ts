import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.tables.ts';
import { serial, time } from './columns.ts';
import { documents } from './documents.tables.ts';
import { payments, refunds } from './orders.tables.ts';

export const BALANCE_NOT_NEGATIVE = 'credit_balances_not_negative';

/** Only the ledger's trigger writes balances; no code can bypass the CHECK. */
export const creditBalances = pgTable(
  'credit_balances',
  {
    accountId: text('account_id')
      .primaryKey()
      .references(() => accounts.accountId),
    balance: integer('balance').notNull(),
  },
  () => [check(BALANCE_NOT_NEGATIVE, sql`balance >= 0`)],
);

/**
 * Append-only: grants (positive) and charges (negative). At most one charge per document, one grant
 * per payment, and one of each per refund.
 */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    seq: serial().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    documentId: uuid('document_id').references(() => documents.documentId),
    /** Set for bought credits. */
    paymentId: text('payment_id').references(() => payments.paymentId),
    /** Set for refunded credits, and for those returned because the refund failed. */
    refundId: uuid('refund_id').references(() => refunds.refundId),
    credits: integer('credits').notNull(),
    /** Set by the trigger. */
    balanceAfter: integer('balance_after').notNull().default(0),
    at: time('at').notNull(),
  },
  (table) => [
    index('credit_ledger_account').on(table.accountId, table.seq),
    index('credit_ledger_top_up').on(table.accountId, table.seq).where(sql`credits > 0`),
    uniqueIndex('credit_ledger_charge').on(table.documentId).where(sql`credits < 0`),
    uniqueIndex('credit_ledger_bought').on(table.paymentId).where(sql`credits > 0`),
    uniqueIndex('credit_ledger_given_back').on(table.refundId).where(sql`credits < 0`),
    uniqueIndex('credit_ledger_returned').on(table.refundId).where(sql`credits > 0`),
    check(
      'credit_ledger_sign',
      sql`credits > 0 OR (credits < 0 AND num_nonnulls(document_id, refund_id) = 1)`,
    ),
  ],
);
