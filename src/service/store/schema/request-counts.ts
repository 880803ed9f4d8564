import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytea, time } from './columns.ts';

/** Requests of each minute, by a hash of what they belong to. UNLOGGED: a crash of the server may forget them. */
export const requestCounts = pgTable(
  'request_counts',
  {
    minute: time('minute').notNull(),
    key: bytea('key').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.key] })],
);
