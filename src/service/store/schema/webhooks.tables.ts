import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.tables.ts';
import { bytea, oneOf, serial, time } from './columns.ts';
import { documents } from './documents.tables.ts';

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
