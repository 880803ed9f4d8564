import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { accounts } from './accounts.ts';

/** Members' actions in the dashboard. A trigger makes it append-only. */
export const accountAudit = pgTable(
  'account_audit',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    seq: integer('seq').notNull(),
    at: time('at').notNull(),
    userId: uuid('user_id').notNull(),
    action: text('action').notNull(),
    target: jsonb('target').$type<unknown>().notNull(),
    requestId: text('request_id').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.seq] })],
);
