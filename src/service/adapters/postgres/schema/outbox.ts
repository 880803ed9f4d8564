import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MailNotice } from '../../../domain/outbox.ts';
import { bytea, oneOf, serial, time } from './columns.ts';
import { documents, signers } from './documents.ts';
import { events, webhookEndpoints } from './webhooks.ts';

const STATES = ['queued', 'done', 'failed'] as const;
const KINDS = ['mail', 'delivery'] as const;

/** Mails and deliveries that wait, were made, or were given up. */
export const outbox = pgTable(
  'outbox',
  {
    seq: serial().primaryKey(),
    id: uuid('id').notNull().unique().default(sql`gen_random_uuid()`),
    kind: text('kind', { enum: KINDS }).notNull(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    signerId: text('signer_id').references(() => signers.signerId),
    mail: jsonb('mail').$type<MailNotice>(),
    endpointId: text('endpoint_id').references(() => webhookEndpoints.endpointId),
    eventSeq: bigint('event_seq', { mode: 'number' }),
    state: text('state', { enum: STATES }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: time('due_at').notNull(),
    leasedUntil: time('leased_until'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.eventSeq], foreignColumns: [events.seq] }),
    index('outbox_due').on(table.dueAt, table.seq).where(sql`state = 'queued'`),
    check('outbox_state', oneOf('state', STATES)),
    check(
      'outbox_kind',
      sql`(kind = 'mail' AND mail IS NOT NULL AND num_nulls(endpoint_id, event_seq) = 2)
        OR (kind = 'delivery' AND mail IS NULL AND num_nulls(endpoint_id, event_seq) = 0)`,
    ),
  ],
);

/** How each try of an outbox item ended; `body` is bytes, since an answer may hold what text cannot. */
export const outboxTries = pgTable(
  'outbox_tries',
  {
    outboxSeq: bigint('outbox_seq', { mode: 'number' })
      .notNull()
      .references(() => outbox.seq),
    number: integer('number').notNull(),
    at: time('at').notNull(),
    ok: boolean('ok').notNull(),
    status: integer('status'),
    error: text('error'),
    body: bytea('body'),
    durationMs: integer('duration_ms').notNull(),
    retryAfterMs: bigint('retry_after_ms', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.outboxSeq, table.number] })],
);
