import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { MANDATE_STATES } from '../../billing/orders/mandate.rules.ts';
import { BILLING_NOTICES } from '../../core/mails/mail-notice.rules.ts';
import { accounts } from './accounts.tables.ts';
import { oneOf, time } from './columns.ts';

/** Permission to charge the monthly fee at a provider. At most one per account is not over. */
export const mandates = pgTable(
  'mandates',
  {
    mandateId: text('mandate_id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    paise: bigint('paise', { mode: 'number' }).notNull(),
    provider: text('provider').notNull(),
    providerId: text('provider_id'),
    state: text('state', { enum: MANDATE_STATES }).notNull(),
    createdAt: time('created_at').notNull(),
    startsAt: time('starts_at').notNull(),
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    unique('mandates_provider').on(table.provider, table.providerId),
    uniqueIndex('mandates_live').on(table.accountId).where(sql`state <> 'over'`),
    index('mandates_due').on(table.dueAt).where(sql`state <> 'over'`),
    check('mandates_state', oneOf('state', MANDATE_STATES)),
    check('mandates_paise', sql`paise > 0`),
  ],
);

/** Notices to an account's owners. The key makes sure that each is sent once. */
export const billingNotices = pgTable(
  'billing_notices',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    about: text('about', { enum: BILLING_NOTICES }).notNull(),
    of: text('of').notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.about, table.of] }),
    check('billing_notices_about', oneOf('about', BILLING_NOTICES)),
  ],
);
