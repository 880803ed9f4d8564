import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { serial, time } from './columns.ts';
import { documents } from './documents.ts';

/** The constraint that refuses a negative balance. */
export const BALANCE_NOT_NEGATIVE = 'credit_balances_not_negative';

/** Credits left. Only the ledger's trigger writes them; no code can bypass the CHECK. */
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

/** Grants (positive) and charges (negative), append-only. At most one charge per document. */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    seq: serial().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    documentId: uuid('document_id').references(() => documents.documentId),
    credits: integer('credits').notNull(),
    /** Set by the trigger. */
    balanceAfter: integer('balance_after').notNull().default(0),
    at: time('at').notNull(),
  },
  (table) => [
    index('credit_ledger_account').on(table.accountId, table.seq),
    uniqueIndex('credit_ledger_charge').on(table.documentId).where(sql`credits < 0`),
    check('credit_ledger_sign', sql`credits > 0 OR (credits < 0 AND document_id IS NOT NULL)`),
  ],
);
