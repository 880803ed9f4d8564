import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Fingerprints } from '../../core/installation.rules.ts';
import { bytea, serial, time } from './columns.ts';

/** One row: the oldest release that runs on the schema. Breaking migrations raise it. */
export const schemaFloor = pgTable(
  'schema_floor',
  {
    single: boolean('single').primaryKey().default(true),
    minRelease: text('min_release').notNull(),
  },
  () => [check('schema_floor_single', sql`single`)],
);

/** Requests per minute, by a hash of their subject. UNLOGGED: a server crash may lose them. */
export const requestCounts = pgTable(
  'request_counts',
  {
    minute: time('minute').notNull(),
    key: bytea('key').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.key] })],
);

/** Actions with an hourly or daily limit, each by a hash of its subject. Kept for a day. */
export const limitedActions = pgTable(
  'limited_actions',
  {
    seq: serial().primaryKey(),
    key: bytea('key').notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    index('limited_actions_key').on(table.key, table.at),
    index('limited_actions_at').on(table.at),
  ],
);

/** Recent failures per gateway, shared by all processes. Gateways that never failed have no row. */
export const gatewayBreakers = pgTable('gateway_breakers', {
  gateway: text('gateway').primaryKey(),
  /** Milliseconds since 1970, oldest first. */
  failedAt: jsonb('failed_at').$type<number[]>().notNull(),
  openUntil: time('open_until'),
});

export const installation = pgTable(
  'installation',
  {
    singleton: boolean('singleton').primaryKey().default(true),
    id: uuid('id').notNull(),
    createdAt: time('created_at').notNull(),
    publicUrl: text('public_url'),
    fingerprints: jsonb('fingerprints').$type<Fingerprints>().notNull(),
  },
  () => [check('installation_singleton', sql.raw('singleton'))],
);
