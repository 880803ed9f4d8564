import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { InvoiceContent } from '../../billing/invoices/invoice.rules.ts';
import { accounts } from './accounts.tables.ts';
import { oneOf, time } from './columns.ts';
import { payments, refunds } from './orders.tables.ts';

const KINDS = ['invoice', 'credit_note'] as const;

/** The next number per series and financial year. Unlike a sequence, a rollback leaves no gap. */
export const invoiceSeries = pgTable(
  'invoice_series',
  {
    series: text('series').notNull(),
    year: text('year').notNull(),
    next: integer('next').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.series, table.year] }),
    check('invoice_series_next', sql`next >= 1`),
  ],
);

const paise = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** Frozen when numbered. A trigger keeps rows, since tax law requires them. */
export const invoices = pgTable(
  'invoices',
  {
    number: text('number').primaryKey(),
    series: text('series').notNull(),
    year: text('year').notNull(),
    place: integer('place').notNull(),
    kind: text('kind', { enum: KINDS }).notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.paymentId),
    refundId: uuid('refund_id')
      .unique('invoices_refund')
      .references(() => refunds.refundId),
    issuedAt: time('issued_at').notNull(),
    totalPaise: paise('total_paise'),
    taxablePaise: paise('taxable_paise'),
    cgstPaise: paise('cgst_paise'),
    sgstPaise: paise('sgst_paise'),
    igstPaise: paise('igst_paise'),
    content: json('content').$type<InvoiceContent>().notNull(),
  },
  (table) => [
    uniqueIndex('invoices_place').on(table.series, table.year, table.place),
    uniqueIndex('invoices_payment').on(table.paymentId).where(sql`kind = 'invoice'`),
    index('invoices_account').on(table.accountId, table.issuedAt),
    check('invoices_kind', oneOf('kind', KINDS)),
    check('invoices_refunded', sql`(kind = 'credit_note') = (refund_id IS NOT NULL)`),
    check(
      'invoices_number',
      sql`place >= 1 AND number = series || '/' || year || '/' || lpad(place::text, 7, '0')`,
    ),
    check('invoices_sum', sql`taxable_paise + cgst_paise + sgst_paise + igst_paise = total_paise`),
    check(
      'invoices_tax',
      sql`least(taxable_paise, cgst_paise, igst_paise) >= 0 AND cgst_paise = sgst_paise AND (cgst_paise = 0 OR igst_paise = 0)`,
    ),
  ],
);

/** Erased with the account. */
export const billingProfiles = pgTable(
  'billing_profiles',
  {
    accountId: text('account_id')
      .primaryKey()
      .references(() => accounts.accountId),
    legalName: text('legal_name').notNull(),
    address: text('address').notNull(),
    state: text('state').notNull(),
    gstin: text('gstin'),
    /** Where invoices are sent; null for the account's owners. */
    email: text('email'),
    updatedAt: time('updated_at').notNull(),
  },
  () => [
    check('billing_profiles_state', sql`state ~ '^[0-9]{2}$'`),
    check('billing_profiles_gstin', sql`left(gstin, 2) = state`),
  ],
);
