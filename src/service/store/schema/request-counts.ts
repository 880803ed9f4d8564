import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytea, time } from './columns.ts';

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
