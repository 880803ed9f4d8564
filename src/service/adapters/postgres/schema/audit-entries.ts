import { sql } from 'drizzle-orm';
import { check, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';
import { documents } from './documents.ts';

/** Audit trails. A trigger refuses changes. `data` is `json`, which keeps its text as written. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    seq: integer('seq').notNull(),
    at: time('at').notNull(),
    type: text('type').notNull(),
    actor: text('actor').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    data: json('data').$type<unknown>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.seq] }),
    check('audit_entries_seq', sql`seq >= 1`),
  ],
);
