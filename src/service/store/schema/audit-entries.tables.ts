import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { auditDataJson, hashesJson } from './checked-json.ts';
import { time } from './columns.ts';
import { documents } from './documents.tables.ts';

/**
 * Audit trails. A trigger prevents changes. Version 1 holds everything in its row; version 2 holds
 * `hashes` of personal values, which are in `audit_personal`. `json` keeps its text as written.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    seq: integer('seq').notNull(),
    v: smallint('v').notNull().default(1),
    at: time('at').notNull(),
    type: text('type').notNull(),
    actor: text('actor').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    data: auditDataJson().notNull(),
    hashes: hashesJson(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.seq] }),
    index('audit_entries_request').using('hash', table.requestId),
    check('audit_entries_seq', sql`seq >= 1`),
    check(
      'audit_entries_version',
      sql`(v = 1 AND hashes IS NULL)
        OR (v = 2 AND hashes IS NOT NULL AND num_nonnulls(ip, user_agent) = 0)`,
    ),
  ],
);

/**
 * Personal values of version 2 entries, each with its salt. Rows may be deleted but never changed.
 * `salted` is an object, since the driver would parse a bare JSON string twice.
 */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    documentId: uuid('document_id').notNull(),
    seq: integer('seq').notNull(),
    field: text('field').notNull(),
    salted: json('salted').$type<unknown>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.seq, table.field] }),
    foreignKey({
      name: 'audit_personal_entry',
      columns: [table.documentId, table.seq],
      foreignColumns: [auditEntries.documentId, auditEntries.seq],
    }),
  ],
);
