import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { oncePerDatabase } from '../../store/database.ts';
import { accounts, apiKeys } from '../../store/schema/accounts.tables.ts';
import type { Account } from './account.rules.ts';

export interface NewApiKey {
  /** Public identifier: says nothing about the key itself. */
  readonly keyId: string;
  readonly accountId: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly name: string | null;
  /** `operator`, `account` or `member:<id>`; null for keys older than this column. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

export interface ApiKey extends NewApiKey {
  /** Time of the last request with this key, to the minute; null when unknown. */
  readonly lastUsedAt: Date | null;
  /** The key is rejected from then on; null for no expiry. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

interface FoundKey {
  readonly account: Account;
  readonly hash: Buffer;
  readonly keyId: string;
  readonly prefix: string;
  readonly expiresAt: Date | null;
}

const { createdAt: _, ...account } = getTableColumns(accounts);
const { hash, keyId, prefix, expiresAt } = apiKeys;

const byHash = oncePerDatabase((db) =>
  db
    .select({ account, hash, keyId, prefix, expiresAt })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.accountId, apiKeys.accountId))
    .where(and(eq(hash, sql.placeholder('hash')), isNull(apiKeys.revokedAt)))
    .prepare('byHash'),
);

/** Finds a key by its SHA-256. Expired keys are found, revoked ones are not. */
export async function findKey(db: Database, wanted: Buffer): Promise<FoundKey | undefined> {
  const [row] = await byHash(db).execute({ hash: wanted });
  return row;
}

/** Lists an account's keys, including revoked and expired ones, oldest first. */
export async function listApiKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(asc(apiKeys.createdAt), asc(keyId));
}

export async function lockApiKey(
  db: Transaction,
  own: { readonly accountId: string; readonly keyId: string },
): Promise<ApiKey | undefined> {
  const isIt = and(eq(keyId, own.keyId), eq(apiKeys.accountId, own.accountId));
  const [row] = await db.select().from(apiKeys).where(isIt).for('no key update');
  return row;
}

export async function insertApiKey(db: Transaction, key: NewApiKey): Promise<void> {
  await db.insert(apiKeys).values(key);
}

export async function expireApiKey(
  db: Transaction,
  { at, ...key }: { keyId: string; at: Date },
): Promise<void> {
  await db.update(apiKeys).set({ expiresAt: at }).where(eq(keyId, key.keyId));
}

/** Leaves the time of a key that was revoked before. */
export async function revokeApiKey(
  db: Transaction,
  { at, ...key }: { keyId: string; at: Date },
): Promise<void> {
  const isValid = and(eq(keyId, key.keyId), isNull(apiKeys.revokedAt));
  await db.update(apiKeys).set({ revokedAt: at }).where(isValid);
}
