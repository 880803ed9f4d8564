import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';

/**
 * API requests with a key, for a month, without body, query, headers or address. No foreign keys:
 * they would cost more than the row, and a request may name a document that does not exist.
 */
export const requests = pgTable(
  'requests',
  {
    /** Begins with its time, so that rows and indexes grow at their end. */
    requestId: uuid('request_id').primaryKey(),
    accountId: text('account_id').notNull(),
    keyId: text('key_id').notNull(),
    at: time('at').notNull(),
    method: text('method').notNull(),
    /** The template: a path could hold anything. */
    route: text('route').notNull(),
    /** Null when the connection was closed before the response was sent. */
    status: smallint('status'),
    error: text('error'),
    durationMs: integer('duration_ms').notNull(),
    documentId: uuid('document_id'),
  },
  (table) => [
    index('requests_newest').on(table.accountId, table.requestId),
    index('requests_document')
      .on(table.documentId, table.requestId)
      .where(sql`document_id IS NOT NULL`),
  ],
);
