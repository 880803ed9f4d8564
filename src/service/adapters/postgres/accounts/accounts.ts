import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Account } from '../../../domain/account.ts';
import type { NewApiKey } from '../../../ports/document-store.ts';
import type { Database } from '../database.ts';
import { accounts, apiKeys } from '../schema/accounts.ts';

const { accountId, name, contactEmail, subscription, trialStartedAt } = accounts;
const account = { accountId, name, contactEmail, subscription, trialStartedAt };

/** Adds an account; its balance begins at 0. */
export async function insertAccount(
  db: Database,
  added: Account & { readonly createdAt: Date },
): Promise<void> {
  await db.insert(accounts).values(added);
}

/** Adds a key, by its hash. */
export async function insertApiKey(db: Database, key: NewApiKey): Promise<void> {
  await db.insert(apiKeys).values(key);
}

/** The account of this id. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db.select(account).from(accounts).where(eq(accounts.accountId, id));
  return row;
}

/** The look-up of a key by its SHA-256, planned once a connection. */
export function prepareFindKey(db: Database) {
  const byHash = db
    .select({ account, hash: apiKeys.hash, prefix: apiKeys.prefix })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.accountId, apiKeys.accountId))
    .where(and(eq(apiKeys.hash, sql.placeholder('hash')), isNull(apiKeys.revokedAt)))
    .prepare('find_key');
  return async (hash: Buffer) => {
    const [row] = await byHash.execute({ hash });
    return row;
  };
}
