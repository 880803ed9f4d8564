import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { ApiKey, ApiKeyStore, ApiKeyTransaction } from '../../../ports/store/api-keys.ts';
import type { Database } from '../database.ts';
import { ask } from '../database.ts';
import { accounts, apiKeys } from '../schema/accounts/accounts.ts';

const { createdAt: _, ...account } = getTableColumns(accounts);
const { hash, keyId, prefix, expiresAt } = apiKeys;

function prepareFindKey(db: Database) {
  const byHash = db
    .select({ account, hash, keyId, prefix, expiresAt })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.accountId, apiKeys.accountId))
    .where(and(eq(hash, sql.placeholder('hash')), isNull(apiKeys.revokedAt)))
    .prepare('byHash');
  return async (wanted: Buffer) => {
    const [row] = await byHash.execute({ hash: wanted });
    return row;
  };
}

async function listApiKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(asc(apiKeys.createdAt), asc(keyId));
}

async function lockApiKey(
  db: Database,
  own: { readonly accountId: string; readonly keyId: string },
): Promise<ApiKey | undefined> {
  const isIt = and(eq(keyId, own.keyId), eq(apiKeys.accountId, own.accountId));
  const [row] = await db.select().from(apiKeys).where(isIt).for('no key update');
  return row;
}

/** The store's part about keys. */
export function apiKeyStore(db: Database): ApiKeyStore {
  const findKey = prepareFindKey(db);
  return {
    findKey: (wanted) => ask(() => findKey(wanted)),
    listApiKeys: (accountId) => ask(() => listApiKeys(db, accountId)),
  };
}

/** The operations on keys, on a connection whose transaction has begun. */
export const apiKeyTransaction = (db: Database): ApiKeyTransaction => ({
  insertApiKey: async (key) => void (await db.insert(apiKeys).values(key)),
  lockApiKey: (own) => lockApiKey(db, own),
  expireApiKey: async ({ at, ...key }) =>
    void (await db.update(apiKeys).set({ expiresAt: at }).where(eq(keyId, key.keyId))),
  revokeApiKey: async ({ at, ...key }) => {
    const isValid = and(eq(keyId, key.keyId), isNull(apiKeys.revokedAt));
    await db.update(apiKeys).set({ revokedAt: at }).where(isValid);
  },
});
