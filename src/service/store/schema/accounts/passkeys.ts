import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../columns.ts';
import { users } from './members.ts';

/** Credentials of people's devices. Their private keys never leave the devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    credentialId: text('credential_id').primaryKey(),
    passkeyId: uuid('passkey_id').notNull().unique(),
    /** Deleted with their user, also where an older release deletes the user. */
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

/** Challenges that were answered, by their SHA-256, as long as they could be answered again. */
export const spentChallenges = pgTable(
  'spent_challenges',
  {
    hash: bytea('hash').primaryKey(),
    expiresAt: time('expires_at').notNull(),
  },
  () => [check('spent_challenges_hash', sql`octet_length(hash) = 32`)],
);
