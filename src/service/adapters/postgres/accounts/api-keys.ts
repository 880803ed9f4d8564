import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { ApiKey, NewApiKey } from '../../../ports/upkeep.ts';
import type { Database } from '../database.ts';
import { accounts, apiKeys } from '../schema/accounts.ts';

const { createdAt: _, ...account } = getTableColumns(accounts);

/** Adds an API key. Only its hash is stored. */
export async function insertApiKey(db: Database, key: NewApiKey): Promise<void> {
  await db.insert(apiKeys).values(key);
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

/** Lists an account's keys, also revoked ones, oldest first. */
export async function listApiKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(asc(apiKeys.createdAt));
}

/** Revokes a key, unless it is revoked already. */
export async function revokeApiKey(
  db: Database,
  { hash, at }: { hash: Buffer; at: Date },
): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt)));
}
