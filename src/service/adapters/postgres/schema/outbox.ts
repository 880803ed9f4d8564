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
import type { Exchange, MailNotice } from '../../../domain/outbox.ts';
import { bytea, oneOf, serial, time } from './columns.ts';
import { documents, signers } from './documents.ts';
import { events, webhookEndpoints } from './webhooks.ts';

const STATES = ['queued', 'done', 'failed', 'skipped'] as const;
const TRIGGERS = ['auto', 'manual'] as const;
const TRY_TRIGGERS = [...TRIGGERS, 'recovery'] as const;
const KINDS = ['mail', 'delivery'] as const;

/** Mails and deliveries that wait, were made, or were given up. */
export const outbox = pgTable(
  'outbox',
  {
    seq: serial().primaryKey(),
    id: uuid('id').notNull().unique().default(sql`gen_random_uuid()`),
    kind: text('kind', { enum: KINDS }).notNull(),
    /** Null for a test event, and for a mail to an account. */
    documentId: uuid('document_id').references(() => documents.documentId),
    signerId: text('signer_id').references(() => signers.signerId),
    mail: jsonb('mail').$type<MailNotice>(),
    endpointId: text('endpoint_id').references(() => webhookEndpoints.endpointId),
    eventSeq: bigint('event_seq', { mode: 'number' }),
    state: text('state', { enum: STATES }).notNull().default('queued'),
    /** Tries begun: the number of the newest. */
    attempts: integer('attempts').notNull().default(0),
    /** Tries that used up a place of the schedule; 0 holds later events of the endpoint and document back. */
    step: integer('step').notNull().default(0),
    dueAt: time('due_at').notNull(),
    leasedUntil: time('leased_until'),
    lease: uuid('lease'),
    /** Of the try that is due. One by hand that fails leaves state and time as they are kept here. */
    trigger: text('trigger', { enum: TRIGGERS }).notNull().default('auto'),
    resumeState: text('resume_state', { enum: STATES }),
    resumeAt: time('resume_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.eventSeq], foreignColumns: [events.seq] }),
    index('outbox_lane')
      .on(sql`coalesce(endpoint_id, '')`, table.trigger, table.dueAt, table.seq)
      .where(sql`state = 'queued'`),
    index('outbox_first')
      .on(table.endpointId, table.documentId, table.seq)
      .where(sql`state = 'queued' AND step = 0`),
    index('outbox_leased').on(sql`coalesce(endpoint_id, '')`).where(sql`leased_until IS NOT NULL`),
    index('outbox_endpoint').on(table.endpointId, table.seq),
    check('outbox_state', oneOf('state', STATES)),
    check('outbox_trigger', oneOf('trigger', TRIGGERS)),
    check('outbox_lease', sql`(lease IS NULL) = (leased_until IS NULL)`),
    check(
      'outbox_resume',
      sql`(trigger = 'manual') = (resume_state IS NOT NULL)
        AND coalesce(resume_state = 'queued', false) = (resume_at IS NOT NULL)`,
    ),
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
    trigger: text('trigger', { enum: TRY_TRIGGERS }).notNull(),
    startedAt: time('started_at').notNull(),
    /** When it was over. */
    at: time('at').notNull(),
    ok: boolean('ok').notNull(),
    status: integer('status'),
    error: text('error'),
    body: bytea('body'),
    durationMs: integer('duration_ms').notNull(),
    retryAfterMs: bigint('retry_after_ms', { mode: 'number' }),
    exchange: jsonb('exchange').$type<Exchange>(),
  },
  (table) => [
    primaryKey({ columns: [table.outboxSeq, table.number] }),
    check('outbox_tries_trigger', oneOf('trigger', TRY_TRIGGERS)),
  ],
);
