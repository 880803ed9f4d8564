import type { SQL } from 'drizzle-orm';
import { and, asc, count, eq, isNull, sql, sum } from 'drizzle-orm';
import { balanceOf } from '../../billing/credits.sql.ts';
import type { SenderAccount } from '../../core/accounts/accounts.sql.ts';
import { isStanding, sender } from '../../core/accounts/accounts.sql.ts';
import type { Document } from '../../core/documents/document.rules.ts';
import type { DraftUse } from '../../core/quotas.rules.ts';
import type { Database } from '../database.ts';
import { oncePerDatabase } from '../database.ts';
import { accounts } from '../schema/accounts.tables.ts';
import { documents, signatureAttempts, signers } from '../schema/documents.tables.ts';
import { isLive } from './attempts.sql.ts';
import { documentColumns, isKept, isUuid, joined } from './documents.sql.ts';

/** Documents that were not removed, joined with their signers in signing order. */
const selectDocument = (db: Database, condition: SQL) =>
  db
    .select({ document: documentColumns, signer: signers })
    .from(documents)
    .leftJoin(signers, eq(signers.documentId, documents.documentId))
    .where(and(condition, isKept))
    .orderBy(asc(signers.signingOrder));

const byId = oncePerDatabase((db) =>
  selectDocument(db, eq(documents.documentId, sql.placeholder('id'))).prepare('byId'),
);

/** Finds a document, unless it was removed. */
export async function findDocument(db: Database, id: string): Promise<Document | undefined> {
  return isUuid(id) ? joined(await byId(db).execute({ id })) : undefined;
}

/** A document with the account that sends it; null if that was erased. */
export interface SentBy {
  readonly document: Document;
  readonly sender: SenderAccount | null;
}

async function findSent(db: Database, condition: SQL): Promise<SentBy | undefined> {
  const rows = await db
    .select({ document: documentColumns, signer: signers, sender })
    .from(documents)
    .leftJoin(accounts, isStanding(documents.accountId))
    .leftJoin(signers, eq(signers.documentId, documents.documentId))
    .where(and(condition, isKept))
    .orderBy(asc(signers.signingOrder));
  const document = joined(rows);
  const [first] = rows;
  return document && first && { document, sender: first.sender };
}

export async function findSentDocument(db: Database, id: string): Promise<SentBy | undefined> {
  return isUuid(id) ? await findSent(db, eq(documents.documentId, id)) : undefined;
}

export async function findDocumentOfSigner(
  db: Database,
  signerId: string,
): Promise<SentBy | undefined> {
  const own = db
    .select({ documentId: signers.documentId })
    .from(signers)
    .where(eq(signers.signerId, signerId));
  return await findSent(db, eq(documents.documentId, own));
}

/** One statement, so that it sees a signature either before or after it becomes the head. */
export async function listFileKeys(db: Database, ids: readonly string[]): Promise<string[]> {
  const { documentId, originalKey, preparedKey, headKey } = documents;
  const { preparedKey: attemptKey } = signatureAttempts;
  const rows = await db
    .select({ documentId, keys: { originalKey, preparedKey, headKey }, attemptKey })
    .from(documents)
    .leftJoin(signatureAttempts, and(eq(signatureAttempts.documentId, documentId), isLive))
    .where(and(sql`${documentId} = ANY(${sql.param(ids.filter(isUuid))}::uuid[])`, isKept));
  return rows.flatMap(({ keys, attemptKey }) =>
    [...Object.values(keys), attemptKey].filter((key) => key !== null),
  );
}

/** An account's drafts and credits. Lock the account first, so that no draft is added. */
export async function measureDrafts(db: Database, accountId: string): Promise<DraftUse> {
  const isDraft = and(eq(documents.accountId, accountId), isNull(documents.sentAt), isKept);
  const credits = balanceOf(db, accountId);
  const [row] = await db
    .select({
      drafts: count(),
      bytes: sum(documents.originalBytes),
      credits: sql<number | null>`(${credits})`,
    })
    .from(documents)
    .where(isDraft);
  return { drafts: row?.drafts ?? 0, bytes: Number(row?.bytes ?? 0), credits: row?.credits ?? 0 };
}

/** The id of the document with an external id. */
export async function findByExternalId(
  db: Database,
  own: { readonly accountId: string; readonly externalId: string },
): Promise<string | undefined> {
  const { documentId, accountId, externalId } = documents;
  const [row] = await db
    .select({ documentId })
    .from(documents)
    .where(and(eq(accountId, own.accountId), eq(externalId, own.externalId)));
  return row?.documentId;
}
