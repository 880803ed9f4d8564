import { index, pgTable } from 'drizzle-orm/pg-core';
import { bytea, serial, time } from './columns.ts';

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
