import { sql } from 'drizzle-orm';
import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/accounts.ts';
import { time } from '../columns.ts';
import { documents } from './documents.ts';

/** Ledger of erasures: one row per account or document, written first. A trigger keeps rows. */
export const erasures = pgTable(
  'erasures',
  {
    erasureId: uuid('erasure_id').primaryKey().default(sql`gen_random_uuid()`),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** Null for the whole account. */
    documentId: uuid('document_id').references(() => documents.documentId),
    requestedAt: time('requested_at').notNull(),
    /** Null until everything is erased. Until then, any process continues the erasure. */
    finishedAt: time('finished_at'),
  },
  (table) => [unique('erasures_subject').on(table.accountId, table.documentId).nullsNotDistinct()],
);
