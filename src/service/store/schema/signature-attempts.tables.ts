import { sql } from 'drizzle-orm';
import { check, index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Origin } from '../../core/evidence/audit.rules.ts';
import { bytea, oneOf, serial, time } from './columns.ts';
import { documents, signers } from './documents.tables.ts';

const STATES = ['at_gateway', 'returned', 'embedded', 'failed', 'expired', 'stale'] as const;

/** A document has at most one live attempt: at the gateway, or returned. */
export const signatureAttempts = pgTable(
  'signature_attempts',
  {
    txn: text('txn').primaryKey(),
    seq: serial().notNull(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    signerId: text('signer_id')
      .notNull()
      .references(() => signers.signerId),
    state: text('state', { enum: STATES }).notNull(),
    baseSha256: text('base_sha256').notNull(),
    inputHash: text('input_hash').notNull(),
    preparedKey: text('prepared_key').notNull(),
    contentsAt: integer('contents_at').notNull(),
    reserve: integer('reserve').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    answer: bytea('answer'),
    reason: text('reason'),
    failures: integer('failures').notNull().default(0),
    shownName: text('shown_name'),
    /** Null for attempts from before there could be several gateways. */
    gateway: text('gateway'),
    /** An answer that was not judged yet, when it came and from where; only at the gateway. */
    arrived: bytea('arrived'),
    arrivedAt: time('arrived_at'),
    arrivedFrom: json('arrived_from').$type<Origin>(),
    /** How often a process has begun to judge the arrived answer. */
    judgings: integer('judgings').notNull().default(0),
    /** Generation of the link it was started with; null for attempts older than this column. */
    linkGeneration: integer('link_generation'),
    /** Any process may continue it then, like an expired lease; null when nothing is left to do. */
    resumeAt: time('resume_at'),
  },
  (table) => [
    index('signature_attempts_document').on(table.documentId, table.seq),
    uniqueIndex('signature_attempts_live')
      .on(table.documentId)
      .where(sql`state IN ('at_gateway', 'returned')`),
    index('signature_attempts_resume').on(table.resumeAt).where(sql`resume_at IS NOT NULL`),
    uniqueIndex('signature_attempts_embedded').on(table.signerId).where(sql`state = 'embedded'`),
    check('signature_attempts_state', oneOf('state', STATES)),
    check(
      'signature_attempts_arrived',
      sql`num_nulls(arrived, arrived_at, arrived_from) IN (0, 3)`,
    ),
    check('signature_attempts_judgings', sql`judgings >= 0`),
  ],
);
