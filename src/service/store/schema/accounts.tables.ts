import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { RENEWALS } from '../../billing/access.rules.ts';
import { KEEP_DAYS, MAIL_LANGUAGES, NAMES_POLICIES } from '../../core/accounts/account.rules.ts';
import { LOGO_LIMITS } from '../../core/branding/logo.rules.ts';
import { LINK_DAYS } from '../../core/links/links.rules.ts';
import { bytea, oneOf, time } from './columns.ts';

/**
 * API requests with a key, for a month, without body, query, headers or address. No foreign keys:
 * they would cost more than the row, and a request may name a document that does not exist.
 */
export const requests = pgTable(
  'requests',
  {
    /** Begins with its time, so that rows and indexes grow at their end. */
    requestId: uuid('request_id').primaryKey(),
    accountId: text('account_id').notNull(),
    keyId: text('key_id').notNull(),
    at: time('at').notNull(),
    method: text('method').notNull(),
    /** The template: a path could hold anything. */
    route: text('route').notNull(),
    /** Null when the connection was closed before the response was sent. */
    status: smallint('status'),
    error: text('error'),
    durationMs: integer('duration_ms').notNull(),
    documentId: uuid('document_id'),
  },
  (table) => [
    index('requests_newest').on(table.accountId, table.requestId),
    index('requests_document')
      .on(table.documentId, table.requestId)
      .where(sql`document_id IS NOT NULL`),
  ],
);

const SUBSCRIPTIONS = ['none', 'trial', 'active'] as const;

/** Customers. A trigger adds a row to `credit_balances` for each. */
export const accounts = pgTable(
  'accounts',
  {
    accountId: text('account_id').primaryKey(),
    name: text('name').notNull(),
    contactEmail: text('contact_email'),
    subscription: text('subscription', { enum: SUBSCRIPTIONS }).notNull(),
    trialStartedAt: time('trial_started_at'),
    /** Null for a plan without an end, and for no plan. */
    paidUntil: time('paid_until'),
    /** Null unless a mandate charges, or was cancelled. */
    renewal: text('renewal', { enum: RENEWALS }),
    createdAt: time('created_at').notNull(),
    names: text('names', { enum: NAMES_POLICIES }).notNull().default('flag'),
    replyTo: text('reply_to'),
    message: text('message'),
    helpUrl: text('help_url'),
    privacyUrl: text('privacy_url'),
    termsUrl: text('terms_url'),
    /** Separated by spaces; null for none. */
    returnOrigins: text('return_origins'),
    linkDays: integer('link_days').notNull().default(LINK_DAYS.default),
    newLinks: boolean('new_links').notNull().default(true),
    language: text('language', { enum: MAIL_LANGUAGES }).notNull().default('en'),
    colour: text('colour'),
    logoHash: text('logo_hash'),
    pendingReplyTo: text('pending_reply_to'),
    replyAskedAt: time('reply_asked_at'),
    /** Null: forever. */
    keepCompletedDays: integer('keep_completed_days'),
    keepDraftDays: integer('keep_draft_days').default(KEEP_DAYS.drafts.default),
    holdReason: text('hold_reason'),
    /** An erased account keeps its row, since the ledger refers to it. */
    erasedAt: time('erased_at'),
  },
  () => [
    check(
      'accounts_link_days',
      sql.raw(`link_days BETWEEN ${LINK_DAYS.minimum} AND ${LINK_DAYS.maximum}`),
    ),
    check(
      'accounts_keep_completed',
      sql.raw(`keep_completed_days >= ${KEEP_DAYS.completed.minimum}`),
    ),
    check('accounts_keep_drafts', sql.raw(`keep_draft_days >= ${KEEP_DAYS.drafts.minimum}`)),
    check('accounts_renewal', oneOf('renewal', RENEWALS)),
    check('accounts_colour', sql`colour ~ '^#[0-9a-f]{6}$'`),
    check('accounts_reply', sql`pending_reply_to IS NULL OR reply_asked_at IS NOT NULL`),
    check('accounts_language', oneOf('language', MAIL_LANGUAGES)),
    check('accounts_names', oneOf('names', NAMES_POLICIES)),
    check('accounts_subscription', oneOf('subscription', SUBSCRIPTIONS)),
  ],
);

/** Logos, each re-encoded from the pixels of the upload. */
export const logos = pgTable(
  'logos',
  {
    accountId: text('account_id')
      .primaryKey()
      .references(() => accounts.accountId),
    /** SHA-256 of the file. Two accounts may have the same logo. */
    hash: text('hash').notNull(),
    png: bytea('png').notNull(),
  },
  (table) => [
    index('logos_hash').on(table.hash),
    check('logos_png', sql.raw(`octet_length(png) <= ${LOGO_LIMITS.bytes}`)),
  ],
);

export const apiKeys = pgTable(
  'api_keys',
  {
    hash: bytea('hash').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    prefix: text('prefix').notNull(),
    createdAt: time('created_at').notNull(),
    revokedAt: time('revoked_at'),
    /** Public identifier: says nothing about the key itself. */
    keyId: text('key_id')
      .notNull()
      .unique()
      .default(sql`'key_' || replace(gen_random_uuid()::text, '-', '')`),
    name: text('name'),
    /** Null for keys older than this column. */
    createdBy: text('created_by'),
    /** To the minute. */
    lastUsedAt: time('last_used_at'),
    /** Set when the key is rolled; it is rejected from then on. */
    expiresAt: time('expires_at'),
  },
  (table) => [
    index('api_keys_account').on(table.accountId),
    check('api_keys_hash', sql`octet_length(hash) = 32`),
  ],
);
