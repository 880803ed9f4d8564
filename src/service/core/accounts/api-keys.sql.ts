import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { oncePerDatabase } from '../../store/database.ts';
import { isKept, isUuid } from '../../store/documents/documents.sql.ts';
import { accounts, apiKeys } from '../../store/schema/accounts.tables.ts';
import { documents, signers } from '../../store/schema/documents.tables.ts';
import type { ShownDocument, ShownSigner } from '../documents/document.rules.ts';
import type { CallerAccount } from './account.rules.ts';

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

/** A key, and the document that was asked for with it. */
export interface KeyWanted {
  readonly hash: Buffer;
  readonly documentId?: string | undefined;
}

interface FoundKey {
  readonly account: CallerAccount;
  readonly hash: Buffer;
  readonly keyId: string;
  readonly prefix: string;
  readonly expiresAt: Date | null;
  /** If it is the account's. */
  readonly document?: ShownDocument | undefined;
}

/** Read with every request, so only the columns that requests need. */
const account = {
  accountId: accounts.accountId,
  name: accounts.name,
  linkDays: accounts.linkDays,
  keepDraftDays: accounts.keepDraftDays,
  subscription: accounts.subscription,
  trialStartedAt: accounts.trialStartedAt,
  paidUntil: accounts.paidUntil,
  renewal: accounts.renewal,
} satisfies Record<keyof CallerAccount, unknown>;
const { hash, keyId, prefix, expiresAt } = apiKeys;

const document = {
  documentId: documents.documentId,
  name: documents.name,
  status: documents.status,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
  completedAt: documents.completedAt,
} satisfies Record<Exclude<keyof ShownDocument, 'signers'>, unknown>;

const signer = {
  signerId: signers.signerId,
  name: signers.name,
  email: signers.email,
  phone: signers.phone,
  signingOrder: signers.signingOrder,
  openedAt: signers.openedAt,
  signedAt: signers.signedAt,
  linkGeneration: signers.linkGeneration,
  positions: signers.positions,
} satisfies Record<keyof ShownSigner, unknown>;

const byHash = oncePerDatabase((db) =>
  db
    .select({ account, hash, keyId, prefix, expiresAt })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.accountId, apiKeys.accountId))
    .where(and(eq(hash, sql.placeholder('hash')), isNull(apiKeys.revokedAt)))
    .prepare('byHash'),
);

const withDocument = oncePerDatabase((db) =>
  db
    .select({
      key: { hash, keyId, prefix, expiresAt },
      account,
      document,
      signer,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.accountId, apiKeys.accountId))
    .leftJoin(
      documents,
      and(
        eq(documents.documentId, sql.placeholder('documentId')),
        eq(documents.accountId, apiKeys.accountId),
        isKept,
      ),
    )
    .leftJoin(signers, eq(signers.documentId, documents.documentId))
    .where(and(eq(hash, sql.placeholder('hash')), isNull(apiKeys.revokedAt)))
    .orderBy(asc(signers.signingOrder))
    .prepare('withDocument'),
);

/** Finds a key by its SHA-256. Expired keys are found, revoked ones are not. */
export async function findKey(
  db: Database,
  { hash: wanted, documentId }: KeyWanted,
): Promise<FoundKey | undefined> {
  if (documentId === undefined || !isUuid(documentId)) {
    const [row] = await byHash(db).execute({ hash: wanted });
    return row;
  }
  const rows = await withDocument(db).execute({ hash: wanted, documentId });
  const [first] = rows;
  if (!first) return undefined;
  const ofDocument = rows.flatMap((row) => row.signer ?? []);
  return {
    ...first.key,
    account: first.account,
    document: first.document ? { ...first.document, signers: ofDocument } : undefined,
  };
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
