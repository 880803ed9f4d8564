import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Account } from '../../domain/accounts/account.ts';
import type { Database, Transaction } from '../database.ts';
import { oncePerDatabase } from '../database.ts';
import { accounts, apiKeys } from '../schema/accounts/accounts.ts';

/** A new API key. Only its hash is stored. */
export interface NewApiKey {
  /** Names it without telling anything of it. */
  readonly keyId: string;
  readonly accountId: string;
  /** SHA-256 of the key. */
  readonly hash: Buffer;
  /** First characters, to recognise it. */
  readonly prefix: string;
  /** Name given by people; null for none. */
  readonly name: string | null;
  /** Such as `operator`, `account` or `member:<id>`; null for keys from before this was stored. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** A stored API key. */
export interface ApiKey extends NewApiKey {
  /** Of the last request that it opened, to the minute; null when none is known. */
  readonly lastUsedAt: Date | null;
  /** It is refused from then on; null for no end. */
  readonly expiresAt: Date | null;
  /** Null unless it was revoked. */
  readonly revokedAt: Date | null;
}

/** Key of a request, with its account. */
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

/** Finds a key by its SHA-256, with its account. Revoked keys are not found; those that ended are. */
export async function findKey(db: Database, wanted: Buffer): Promise<FoundKey | undefined> {
  const [row] = await byHash(db).execute({ hash: wanted });
  return row;
}

/** An account's keys, also those that are revoked or ended, oldest first. */
export async function listApiKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(asc(apiKeys.createdAt), asc(keyId));
}

/** Locks an account's key; undefined when it has none of this id. */
export async function lockApiKey(
  db: Transaction,
  own: { readonly accountId: string; readonly keyId: string },
): Promise<ApiKey | undefined> {
  const isIt = and(eq(keyId, own.keyId), eq(apiKeys.accountId, own.accountId));
  const [row] = await db.select().from(apiKeys).where(isIt).for('no key update');
  return row;
}

/** Adds a key. */
export async function insertApiKey(db: Transaction, key: NewApiKey): Promise<void> {
  await db.insert(apiKeys).values(key);
}

/** Sets when a key ends. */
export async function expireApiKey(
  db: Transaction,
  { at, ...key }: { keyId: string; at: Date },
): Promise<void> {
  await db.update(apiKeys).set({ expiresAt: at }).where(eq(keyId, key.keyId));
}

/** Does nothing to a key that is revoked already. */
export async function revokeApiKey(
  db: Transaction,
  { at, ...key }: { keyId: string; at: Date },
): Promise<void> {
  const isValid = and(eq(keyId, key.keyId), isNull(apiKeys.revokedAt));
  await db.update(apiKeys).set({ revokedAt: at }).where(isValid);
}
