import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { DocumentSummary } from '../../../contract/document.ts';
import type { Database } from '../../store/database.ts';
import { oncePerDatabase } from '../../store/database.ts';
import { isKept, isUuid } from '../../store/documents/documents.sql.ts';
import { accounts, apiKeys } from '../../store/schema/accounts.tables.ts';
import { documents, signers } from '../../store/schema/documents.tables.ts';
import type { ShownDocument, ShownSigner } from '../documents/document.rules.ts';
import type { ListQuery } from '../finding/read-query.rules.ts';
import type { CallerAccount } from './account.rules.ts';

/** A key, and what was asked for with it: a document, or a page of the list. */
export interface KeyWanted {
  readonly hash: Buffer;
  readonly documentId?: string | undefined;
  readonly page?: ListQuery | undefined;
}

interface FoundKey {
  readonly account: CallerAccount;
  readonly hash: Buffer;
  readonly keyId: string;
  readonly prefix: string;
  readonly expiresAt: Date | null;
  /** If it is the account's. */
  readonly document?: ShownDocument | undefined;
  readonly page?: readonly DocumentSummary[] | undefined;
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
const key = { account, hash, keyId, prefix, expiresAt };

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

const isWanted = and(eq(hash, sql.placeholder('hash')), isNull(apiKeys.revokedAt));
const ofKey = eq(accounts.accountId, apiKeys.accountId);

const byHash = oncePerDatabase((db) =>
  db.select(key).from(apiKeys).innerJoin(accounts, ofKey).where(isWanted).prepare('byHash'),
);

const withDocument = oncePerDatabase((db) =>
  db
    .select({ ...key, document, signer })
    .from(apiKeys)
    .innerJoin(accounts, ofKey)
    .leftJoin(
      documents,
      and(
        eq(documents.documentId, sql.placeholder('documentId')),
        eq(documents.accountId, apiKeys.accountId),
        isKept,
      ),
    )
    .leftJoin(signers, eq(signers.documentId, documents.documentId))
    .where(isWanted)
    .orderBy(asc(signers.signingOrder))
    .prepare('withDocument'),
);

/** As `toISOString` writes it. */
const toIso = (column: AnyPgColumn) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The page is one value, which is read faster than rows. Counts only the signers of its documents. */
const withPage = oncePerDatabase((db) => {
  const page = db
    .select()
    .from(documents)
    .where(and(eq(documents.accountId, apiKeys.accountId), isKept))
    .orderBy(desc(documents.createdAt), desc(documents.seq))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page');
  const progress = db
    .select({
      counts: sql`json_build_object('total', count(*), 'signed', count(${signers.signedAt}))`.as(
        'counts',
      ),
    })
    .from(signers)
    .where(eq(signers.documentId, page.documentId))
    .as('progress');
  const { documentId, name, status, createdAt } = page;
  const summary = sql`json_build_object('documentId', ${documentId}, 'name', ${name},
    'status', ${status}, 'createdAt', ${toIso(createdAt)}, 'signers', ${progress.counts})`;
  const summaries = db
    .select({
      all: sql`json_agg(${summary} ORDER BY ${createdAt} DESC, ${page.seq} DESC)`.as('all'),
    })
    .from(page)
    .crossJoinLateral(progress)
    .as('summaries');
  return db
    .select({ ...key, page: sql<DocumentSummary[]>`coalesce(${summaries.all}, '[]')` })
    .from(apiKeys)
    .innerJoin(accounts, ofKey)
    .crossJoinLateral(summaries)
    .where(isWanted)
    .prepare('withPage');
});

/** Finds a key by its SHA-256. Expired keys are found, revoked ones are not. */
export async function findKey(
  db: Database,
  { hash: wanted, documentId, page }: KeyWanted,
): Promise<FoundKey | undefined> {
  if (page) {
    const [row] = await withPage(db).execute({ hash: wanted, ...page });
    return row;
  }
  if (documentId === undefined || !isUuid(documentId)) {
    const [row] = await byHash(db).execute({ hash: wanted });
    return row;
  }
  const rows = await withDocument(db).execute({ hash: wanted, documentId });
  const [first] = rows;
  if (!first) return undefined;
  const { document, signer: _, ...found } = first;
  const ofDocument = rows.flatMap((row) => row.signer ?? []);
  return { ...found, document: document ? { ...document, signers: ofDocument } : undefined };
}
