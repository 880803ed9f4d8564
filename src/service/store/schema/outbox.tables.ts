import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Exchange } from '../../core/outbox/outbox.rules.ts';
import { accounts } from './accounts.tables.ts';
import { mailJson } from './checked-json.ts';
import { bytea, oneOf, serial, time } from './columns.ts';
import { documents, signers } from './documents.tables.ts';

const DISABLED_REASONS = ['by_hand', 'gone', 'failing'] as const;

/** A removed endpoint keeps its row, since deliveries refer to it. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    endpointId: text('endpoint_id').primaryKey(),
    seq: serial().notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    url: text('url').notNull(),
    sealedSecret: bytea('sealed_secret').notNull(),
    sealedNextSecret: bytea('sealed_next_secret'),
    enabled: boolean('enabled').notNull(),
    disabledReason: text('disabled_reason', { enum: DISABLED_REASONS }),
    disabledAt: time('disabled_at'),
    noSuccessSince: time('no_success_since').notNull().default(sql`now()`),
    failures: integer('failures').notNull().default(0),
    failingSince: time('failing_since'),
    /** Events beside the specification that it asks for. */
    extraEvents: text('extra_events').array().notNull().default([]),
    /** Since when it asks for `document.expired`. */
    expiredSince: time('expired_since'),
    removed: boolean('removed').notNull().default(false),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('webhook_endpoints_account').on(table.accountId, table.seq),
    check('webhook_endpoints_reason', oneOf('disabled_reason', DISABLED_REASONS)),
    check(
      'webhook_endpoints_disabled',
      sql`NOT enabled OR num_nonnulls(disabled_reason, disabled_at) = 0`,
    ),
  ],
);

/** Events, as the exact bytes that every delivery carries. */
export const events = pgTable(
  'events',
  {
    seq: serial().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** Null for a test event. */
    documentId: uuid('document_id').references(() => documents.documentId),
    event: text('event').notNull(),
    body: bytea('body').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('events_document').on(table.documentId, table.seq)],
);

const STATES = ['queued', 'done', 'failed', 'skipped'] as const;
const TRIGGERS = ['auto', 'manual', 'recovery'] as const;

/**
 * Webhook deliveries and mails. A claim leases a row by moving `next_at` into the future and
 * counting `attempts`. A settlement with an outdated number changes nothing.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    seq: serial().primaryKey(),
    id: uuid('id').notNull().unique().default(sql`gen_random_uuid()`),
    /**
     * Null for a mail. No foreign key, nor for event and document: the inserting statement reads
     * those rows, and they are deleted only after this one.
     */
    endpointId: text('endpoint_id'),
    eventSeq: bigint('event_seq', { mode: 'number' }),
    mail: mailJson(),
    /** Null for a test event, and for a mail to an account. */
    documentId: uuid('document_id'),
    signerId: text('signer_id').references(() => signers.signerId),
    state: text('state', { enum: STATES }).notNull(),
    /** Attempts begun: the number of the newest. */
    attempts: integer('attempts').notNull().default(0),
    /** Attempts that used up a place in the schedule. While 0, the document's later events wait. */
    step: integer('step').notNull().default(0),
    nextAt: time('next_at'),
    /** Resent by hand, even if the endpoint is off. A failure restores this state and time. */
    byHand: boolean('by_hand').notNull().default(false),
    resumeState: text('resume_state', { enum: STATES }),
    resumeAt: time('resume_at'),
    createdAt: time('created_at').notNull(),
    /** When a bounce was recorded, and its status (RFC 3463); null if it gave none. */
    bouncedAt: time('bounced_at'),
    bounceStatus: text('bounce_status'),
  },
  (table) => [
    index('deliveries_due')
      .on(sql`coalesce(endpoint_id, '')`, table.byHand, table.nextAt, table.seq)
      .where(sql`state = 'queued'`),
    index('deliveries_first')
      .on(table.endpointId, table.documentId, table.seq)
      .where(sql`state = 'queued' AND step = 0`),
    index('deliveries_endpoint').on(table.endpointId, table.seq),
    index('deliveries_document').on(table.documentId),
    check('deliveries_state', oneOf('state', STATES)),
    check('deliveries_next', sql`(state = 'queued') = (next_at IS NOT NULL)`),
    check(
      'deliveries_kind',
      sql`(mail IS NULL) = (endpoint_id IS NOT NULL) AND (mail IS NULL) = (event_seq IS NOT NULL)`,
    ),
    check(
      'deliveries_resume',
      sql`by_hand = (resume_state IS NOT NULL)
        AND coalesce(resume_state = 'queued', false) = (resume_at IS NOT NULL)`,
    ),
  ],
);

/** `body` is bytes, since a response may hold what text cannot. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    /** No foreign key: a settlement only logs attempts of rows it has locked. */
    deliverySeq: bigint('delivery_seq', { mode: 'number' }).notNull(),
    number: integer('number').notNull(),
    trigger: text('trigger', { enum: TRIGGERS }).notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at').notNull(),
    ok: boolean('ok').notNull(),
    status: integer('status'),
    error: text('error'),
    body: bytea('body'),
    durationMs: integer('duration_ms').notNull(),
    retryAfterMs: bigint('retry_after_ms', { mode: 'number' }),
    /** `json`, stored as it comes. */
    exchange: json('exchange').$type<Exchange>(),
  },
  (table) => [
    primaryKey({ columns: [table.deliverySeq, table.number] }),
    index('delivery_attempts_exchange').on(table.endedAt).where(sql`exchange IS NOT NULL`),
    check('delivery_attempts_trigger', oneOf('trigger', TRIGGERS)),
  ],
);
