import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytea, serial, time } from './columns.ts';
import { documents } from './documents.ts';

/** Webhook endpoints; one that is removed keeps its row, for its deliveries' sake. */
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
    enabled: boolean('enabled').notNull(),
    removed: boolean('removed').notNull().default(false),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('webhook_endpoints_account').on(table.accountId, table.seq)],
);

/** Events, as the exact bytes that every delivery carries. */
export const events = pgTable(
  'events',
  {
    seq: serial().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    event: text('event').notNull(),
    body: bytea('body').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('events_document').on(table.documentId, table.seq)],
);
