import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { MEMBER_ROLES } from '../../core/permissions.rules.ts';
import { ASKER_KINDS } from '../../members/sign-in/sign-in.rules.ts';
import { accounts } from './accounts.tables.ts';
import { bytea, oneOf, time } from './columns.ts';

/** WebAuthn credentials. Their private keys never leave the devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    credentialId: text('credential_id').primaryKey(),
    passkeyId: uuid('passkey_id').notNull().unique(),
    /** Cascades, since older releases delete users without deleting passkeys. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    publicKey: bytea('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
);

/** Answered challenges by their SHA-256, kept until they expire. */
export const spentChallenges = pgTable(
  'spent_challenges',
  {
    hash: bytea('hash').primaryKey(),
    expiresAt: time('expires_at').notNull(),
  },
  () => [check('spent_challenges_hash', sql`octet_length(hash) = 32`)],
);

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

/** People who use the dashboard. */
export const users = pgTable(
  'users',
  {
    userId: uuid('user_id').primaryKey(),
    email: text('email').notNull(),
    createdAt: time('created_at').notNull(),
  },
  () => [uniqueIndex('users_email').on(sql`lower(email)`)],
);

export const members = pgTable(
  'members',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.accountId),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId),
    role: text('role', { enum: MEMBER_ROLES }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index('members_user').on(table.userId),
    check('members_role', oneOf('role', MEMBER_ROLES)),
  ],
);

/** Sign-ins. Links and codes are HMACs of the id, so no row here lets anyone in. */
export const signIns = pgTable(
  'sign_ins',
  {
    signInId: uuid('sign_in_id').primaryKey(),
    /** Null until its mail is written, and for good if the address may not sign in. */
    userId: uuid('user_id').references(() => users.userId),
    /** The typed address, until its user is known. */
    email: text('email'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** True for a link that was not mailed: it needs no further button. */
    isDirect: boolean('is_direct').notNull().default(false),
    /** Who asked, hashed: a session, a browser the member has used before, or an IP address. */
    askerKind: text('asker_kind', { enum: ASKER_KINDS }),
    asker: bytea('asker'),
  },
  (table) => [
    index('sign_ins_user').on(table.userId, table.createdAt),
    check('sign_ins_asker_kind', oneOf('asker_kind', ASKER_KINDS)),
    check('sign_ins_asker', sql`(asker IS NULL) = (asker_kind IS NULL)`),
  ],
);

/** Keyed by the SHA-256 of the browser's secret. */
export const sessions = pgTable(
  'sessions',
  {
    hash: bytea('hash').primaryKey(),
    sessionId: uuid('session_id').notNull().unique(),
    userId: uuid('user_id').notNull(),
    accountId: text('account_id').notNull(),
    createdAt: time('created_at').notNull(),
    seenAt: time('seen_at').notNull(),
    sudoUntil: time('sudo_until').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
  },
  (table) => [
    index('sessions_member').on(table.accountId, table.userId),
    check('sessions_hash', sql`octet_length(hash) = 32`),
  ],
);
