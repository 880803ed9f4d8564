import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Exchange, MailNotice } from '../../../domain/outbox.ts';
import { bytea, oneOf, serial, time } from './columns.ts';
import { documents, signers } from './documents.ts';

const STATES = ['queued', 'done', 'failed', 'skipped'] as const;
const GIVEN_UP = ['failed', 'skipped'] as const;
const TRY_TRIGGERS = ['auto', 'manual', 'recovery'] as const;
const KINDS = ['mail', 'delivery'] as const;

/** Mails and deliveries that wait, were made, or were given up. A row is changed only when that is given up: most never are. */
export const outbox = pgTable(
  'outbox',
  {
    seq: serial().primaryKey(),
    id: uuid('id').notNull().unique().default(sql`gen_random_uuid()`),
    kind: text('kind', { enum: KINDS }).notNull(),
    /** Of a mail to a signer; a delivery's document is its event's. */
    documentId: uuid('document_id').references(() => documents.documentId),
    signerId: text('signer_id').references(() => signers.signerId),
    mail: jsonb('mail').$type<MailNotice>(),
    /** No foreign key, as for the event: whoever queues reads both rows in that statement, and none is ever deleted. */
    endpointId: text('endpoint_id'),
    eventSeq: bigint('event_seq', { mode: 'number' }),
    /** After its tries, or without any; null while it waits, and once it is done. */
    givenUp: text('given_up', { enum: GIVEN_UP }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('outbox_endpoint').on(table.endpointId, table.seq),
    check('outbox_given_up', oneOf('given_up', GIVEN_UP)),
    check(
      'outbox_kind',
      sql`(kind = 'mail' AND mail IS NOT NULL AND num_nulls(endpoint_id, event_seq) = 2)
        OR (kind = 'delivery' AND num_nulls(mail, document_id) = 2 AND num_nulls(endpoint_id, event_seq) = 0)`,
    ),
  ],
);

/** What of the outbox waits for a try: a row for each item that is queued, removed when it no longer is. */
export const outboxWaiting = pgTable(
  'outbox_waiting',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    /** The endpoint's `seq`; 0 for mails. */
    lane: bigint('lane', { mode: 'number' }).notNull(),
    /** Tried by hand, whether its endpoint is on or off; when that fails, state and time are as kept here. */
    byHand: boolean('by_hand').notNull().default(false),
    dueAt: time('due_at').notNull(),
    /** Tries that used up a place of the schedule; 0 holds later events of the endpoint and document back. */
    step: integer('step').notNull().default(0),
    /** The number of the newest try that is over. */
    attempts: integer('attempts').notNull().default(0),
    /** Of a delivery; null for a test event. */
    documentId: uuid('document_id'),
    resumeState: text('resume_state', { enum: STATES }),
    resumeAt: time('resume_at'),
  },
  (table) => [
    index('outbox_waiting_lane').on(table.lane, table.byHand, table.dueAt, table.seq),
    index('outbox_waiting_first').on(table.lane, table.documentId, table.seq).where(sql`step = 0`),
    check(
      'outbox_waiting_resume',
      sql`by_hand = (resume_state IS NOT NULL)
        AND coalesce(resume_state = 'queued', false) = (resume_at IS NOT NULL)`,
    ),
  ],
);

/** Who tries what of the outbox: a row for each try under way, about to begin, or cut off by a crash. */
export const outboxLeases = pgTable('outbox_leases', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  lane: bigint('lane', { mode: 'number' }).notNull(),
  until: time('until').notNull(),
  /** The sender, by a name of its own: another one each time it starts. */
  holder: uuid('holder').notNull(),
  /** Of the try: numbers rise and are never used twice. */
  number: integer('number').notNull(),
});

/** How each try of an outbox item ended; `body` is bytes, since an answer may hold what text cannot. */
export const outboxTries = pgTable(
  'outbox_tries',
  {
    /** No foreign key: whoever logs a try reads the item's row in that statement, and none is ever deleted. */
    outboxSeq: bigint('outbox_seq', { mode: 'number' }).notNull(),
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
    /** `json`, which the database takes as it comes. */
    exchange: json('exchange').$type<Exchange>(),
  },
  (table) => [
    primaryKey({ columns: [table.outboxSeq, table.number] }),
    check('outbox_tries_trigger', oneOf('trigger', TRY_TRIGGERS)),
  ],
);
