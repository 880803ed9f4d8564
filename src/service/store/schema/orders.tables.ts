import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { MANDATE_STATES } from '../../billing/orders/mandate.rules.ts';
import { ORDER_STATES, REFUND_STATES } from '../../billing/orders/order.rules.ts';
import { PACK } from '../../billing/prices.rules.ts';
import { BILLING_NOTICES } from '../../core/mails/mail-notice.rules.ts';
import { accounts } from './accounts.tables.ts';
import { oneOf, serial, time } from './columns.ts';
import { documents } from './documents.tables.ts';

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

const KINDS = ['pack', 'month'] as const;

const paise = () => bigint('paise', { mode: 'number' }).notNull();

export const orders = pgTable(
  'orders',
  {
    orderId: text('order_id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    kind: text('kind', { enum: KINDS }).notNull(),
    credits: integer('credits').notNull(),
    paise: paise(),
    provider: text('provider').notNull(),
    providerId: text('provider_id'),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    heldReason: text('held_reason'),
    /** Set for a month that a mandate charged. */
    mandateId: text('mandate_id').references(() => mandates.mandateId),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    unique('orders_provider').on(table.provider, table.providerId),
    index('orders_account').on(table.accountId, table.createdAt),
    index('orders_open').on(table.createdAt).where(sql`state = 'open'`),
    check('orders_kind', oneOf('kind', KINDS)),
    check('orders_state', oneOf('state', ORDER_STATES)),
    check('orders_paise', sql`paise > 0`),
    check(
      'orders_credits',
      sql.raw(`CASE kind WHEN 'pack' THEN credits >= ${PACK.minimum} ELSE credits = 0 END`),
    ),
    check('orders_held', sql`(state = 'held') = (held_reason IS NOT NULL)`),
  ],
);

/** Money that arrived for an order. A trigger keeps rows. */
export const payments = pgTable(
  'payments',
  {
    /** The provider's id. */
    paymentId: text('payment_id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .unique('payments_order')
      .references(() => orders.orderId),
    paise: paise(),
    paidAt: time('paid_at').notNull(),
    recordedAt: time('recorded_at').notNull(),
  },
  () => [check('payments_paise', sql`paise > 0`)],
);

export const refunds = pgTable(
  'refunds',
  {
    refundId: uuid('refund_id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.paymentId),
    credits: integer('credits').notNull(),
    paise: paise(),
    state: text('state', { enum: REFUND_STATES }).notNull(),
    providerId: text('provider_id').unique('refunds_provider'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('refunds_payment').on(table.paymentId),
    check('refunds_state', oneOf('state', REFUND_STATES)),
    check('refunds_amounts', sql`credits > 0 AND paise > 0`),
  ],
);

/** Handled events of providers. Only their ids, since their text names people. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const BALANCE_NOT_NEGATIVE = 'credit_balances_not_negative';

/** Only the ledger's trigger writes balances; no code can bypass the CHECK. */
export const creditBalances = pgTable(
  'credit_balances',
  {
    accountId: text('account_id')
      .primaryKey()
      .references(() => accounts.accountId),
    balance: integer('balance').notNull(),
  },
  () => [check(BALANCE_NOT_NEGATIVE, sql`balance >= 0`)],
);

/**
 * Append-only: grants (positive) and charges (negative). At most one charge per document, one grant
 * per payment, and one of each per refund.
 */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    seq: serial().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    documentId: uuid('document_id').references(() => documents.documentId),
    /** Set for bought credits. */
    paymentId: text('payment_id').references(() => payments.paymentId),
    /** Set for refunded credits, and for those returned because the refund failed. */
    refundId: uuid('refund_id').references(() => refunds.refundId),
    credits: integer('credits').notNull(),
    /** Set by the trigger. */
    balanceAfter: integer('balance_after').notNull().default(0),
    at: time('at').notNull(),
  },
  (table) => [
    index('credit_ledger_account').on(table.accountId, table.seq),
    index('credit_ledger_top_up').on(table.accountId, table.seq).where(sql`credits > 0`),
    uniqueIndex('credit_ledger_charge').on(table.documentId).where(sql`credits < 0`),
    uniqueIndex('credit_ledger_bought').on(table.paymentId).where(sql`credits > 0`),
    uniqueIndex('credit_ledger_given_back').on(table.refundId).where(sql`credits < 0`),
    uniqueIndex('credit_ledger_returned').on(table.refundId).where(sql`credits > 0`),
    check(
      'credit_ledger_sign',
      sql`credits > 0 OR (credits < 0 AND num_nonnulls(document_id, refund_id) = 1)`,
    ),
  ],
);
