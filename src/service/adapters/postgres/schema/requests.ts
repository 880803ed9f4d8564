import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/**
 * API requests that came with a key, for a month: no body, query, header or address. No foreign keys: they would cost more than
 * the row, and a request may name a document that does not exist.
 */
export const requests = pgTable(
  'requests',
  {
    requestId: text('request_id').primaryKey(),
    accountId: text('account_id').notNull(),
    keyId: text('key_id').notNull(),
    /** When it was answered. */
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
    index('requests_newest').on(table.accountId, table.at, table.requestId),
    index('requests_document').on(table.documentId, table.at).where(sql`document_id IS NOT NULL`),
    // Tiny, and enough: rows come in the order of their time.
    index('requests_age').using('brin', table.at),
  ],
);
