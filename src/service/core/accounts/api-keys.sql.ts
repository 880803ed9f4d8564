import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { apiKeys } from '../../store/schema/accounts.tables.ts';

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

/** Lists an account's keys, including revoked and expired ones, oldest first. */
export async function listApiKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.keyId));
}

export async function lockApiKey(
  db: Transaction,
  own: { readonly accountId: string; readonly keyId: string },
): Promise<ApiKey | undefined> {
  const isIt = and(eq(apiKeys.keyId, own.keyId), eq(apiKeys.accountId, own.accountId));
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
  await db.update(apiKeys).set({ expiresAt: at }).where(eq(apiKeys.keyId, key.keyId));
}

/** Leaves the time of a key that was revoked before. */
export async function revokeApiKey(
  db: Transaction,
  { at, ...key }: { keyId: string; at: Date },
): Promise<void> {
  const isValid = and(eq(apiKeys.keyId, key.keyId), isNull(apiKeys.revokedAt));
  await db.update(apiKeys).set({ revokedAt: at }).where(isValid);
}
