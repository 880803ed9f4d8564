import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../columns.ts';
import { users } from './members.ts';

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
