import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Account } from '../../../domain/account.ts';
import type { AccountChange, NewApiKey } from '../../../ports/document-store.ts';
import type { Database } from '../database.ts';
import { assertChanged } from '../database.ts';
import { accounts, apiKeys } from '../schema/accounts.ts';

const { createdAt: _, ...account } = getTableColumns(accounts);

/** Adds an account with a balance of 0. */
export async function insertAccount(
  db: Database,
  added: Account & { readonly createdAt: Date },
): Promise<void> {
  await db.insert(accounts).values(added);
}

/** Writes the given fields. @throws {Error} when there is no such account */
export async function changeAccount(
  db: Database,
  id: string,
  change: AccountChange,
): Promise<void> {
  const result = await db.update(accounts).set(change).where(eq(accounts.accountId, id));
  assertChanged(result, `account ${id}`);
}

/** Adds an API key. Only its hash is stored. */
export async function insertApiKey(db: Database, key: NewApiKey): Promise<void> {
  await db.insert(apiKeys).values(key);
}

/** Finds an account by its id. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db.select(account).from(accounts).where(eq(accounts.accountId, id));
  return row;
}

/** Finds a key that is not revoked by its SHA-256, with its account. */
export function prepareFindKey(db: Database) {
  const byHash = db
    .select({ account, hash: apiKeys.hash, prefix: apiKeys.prefix })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.accountId, apiKeys.accountId))
    .where(and(eq(apiKeys.hash, sql.placeholder('hash')), isNull(apiKeys.revokedAt)))
    .prepare('byHash');
  return async (hash: Buffer) => {
    const [row] = await byHash.execute({ hash });
    return row;
  };
}
