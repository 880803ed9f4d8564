import type { SQL } from 'drizzle-orm';
import { and, count, eq, getTableColumns, isNull, sql, sum } from 'drizzle-orm';
import { balanceOf } from '../../billing/credits.sql.ts';
import type { Document, Signer, StoredFile } from '../../core/documents/document.rules.ts';
import type { DocumentState } from '../../core/documents/document-states.rules.ts';
import type { DraftUse } from '../../core/quotas.rules.ts';
import type { Database, Transaction } from '../database.ts';
import { assertChanged } from '../database.ts';
import { documents, signers } from '../schema/documents.tables.ts';
import { readPages, readPlacements, readPositions } from './checked-json.sql.ts';

export type DocumentChange = Partial<
  Pick<
    Document,
    | 'name'
    | 'message'
    | 'status'
    | 'sentAt'
    | 'completedAt'
    | 'withdrawnAt'
    | 'withdrawalReason'
    | 'linksUntil'
    | 'externalId'
    | 'pages'
    | 'placements'
    | 'prepared'
    | 'head'
  >
> & {
  /** When its proof of validity is due for renewal. */
  readonly renewAt?: Date;
  readonly updatedAt: Date;
  /** One of its signers changes with it, in the same statement. */
  readonly signer?: SignerChange & Pick<Signer, 'signerId'>;
};

type SignerChange = Partial<
  Pick<
    Signer,
    | 'openedAt'
    | 'consentedAt'
    | 'signedAt'
    | 'declinedAt'
    | 'declineReason'
    | 'linkGeneration'
    | 'certifiedName'
    | 'identity'
    | 'returnUrl'
  >
>;

/** An aggregate: EXISTS may be planned as a join with all signers who declined. */
export const HAS_DECLINED = sql`(SELECT count(s.declined_at) > 0 FROM signers s
  WHERE s.document_id = ${documents.documentId})`;

/**
 * `documentState` in SQL, of documents without an alias. Spelled out: the planner must see that all
 * but `completed` fit the index `documents_open`.
 */
export const IN_STATE: Readonly<Record<DocumentState, SQL>> = {
  draft: sql`status = 'PENDING'`,
  waiting: sql`status = 'SENT' AND withdrawn_at IS NULL AND NOT ${HAS_DECLINED}`,
  completed: sql`status = 'COMPLETED'`,
  declined: sql`status = 'SENT' AND withdrawn_at IS NULL AND ${HAS_DECLINED}`,
  withdrawn: sql`status <> 'COMPLETED'
    AND (withdrawn_at IS NOT NULL OR status IN ('CANCELLED', 'FAILED'))`,
};

const { search: _, seq: __, removedAt: ___, renewAt: ____, ...own } = getTableColumns(documents);

/** Without the columns that only find and sort documents. */
export const documentColumns = own;

type DocumentRow = Pick<typeof documents.$inferSelect, keyof typeof documentColumns>;
type SignerRow = typeof signers.$inferSelect;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for text that a uuid column accepts. */
export const isUuid = (text: string): boolean => UUID.test(text);

function toFile(key: string | null, sha256: string | null, bytes: number | null) {
  return key === null || sha256 === null || bytes === null ? null : { key, sha256, bytes };
}

function toSigner({ documentId: _, positions, ...plain }: SignerRow): Signer {
  return { ...plain, positions: readPositions(positions) };
}

export function toDocument(row: DocumentRow, signerRows: readonly SignerRow[]): Document {
  const { documentId, accountId, name, status, createdAt, updatedAt, sentAt, completedAt } = row;
  const { withdrawnAt, withdrawalReason, linksUntil, message, externalId } = row;
  const { originalKey: key, originalSha256: sha256, originalBytes: bytes } = row;
  return {
    documentId,
    accountId,
    name,
    status,
    createdAt,
    updatedAt,
    sentAt,
    completedAt,
    withdrawnAt,
    withdrawalReason,
    linksUntil,
    message,
    externalId,
    original: { key, sha256, bytes },
    pages: readPages(row.pages),
    placements: readPlacements(row.placements),
    prepared: toFile(row.preparedKey, row.preparedSha256, row.preparedBytes),
    head: toFile(row.headKey, row.headSha256, row.headBytes),
    holdReason: row.holdReason,
    signers: signerRows.map(toSigner),
  };
}

const preparedColumns = (file: StoredFile | null) => ({
  preparedKey: file?.key ?? null,
  preparedSha256: file?.sha256 ?? null,
  preparedBytes: file?.bytes ?? null,
});

const headColumns = (file: StoredFile | null) => ({
  headKey: file?.key ?? null,
  headSha256: file?.sha256 ?? null,
  headBytes: file?.bytes ?? null,
});

/** Adds a document without its signers. */
export async function insertDocument(db: Transaction, document: Document): Promise<void> {
  const { original, prepared, head, signers: _, pages, ...plain } = document;
  await db.insert(documents).values({
    ...plain,
    pages,
    originalKey: original.key,
    originalSha256: original.sha256,
    originalBytes: original.bytes,
    ...preparedColumns(prepared),
    ...headColumns(head),
  });
  db.trailEnds.set(document.documentId, undefined);
}

export const isKept = isNull(documents.removedAt);

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

const updateSigner = (db: Transaction, signerId: string, change: SignerChange) =>
  db.update(signers).set(change).where(eq(signers.signerId, signerId));

/** @throws {Error} when there is no such document, or signer */
export async function changeDocument(
  db: Transaction,
  documentId: string,
  { prepared, head, signer, ...plain }: DocumentChange,
): Promise<void> {
  const { signerId, ...change } = signer ?? {};
  const changed =
    signerId === undefined
      ? undefined
      : db
          .$with('changed')
          .as(updateSigner(db, signerId, change).returning({ signerId: signers.signerId }));
  const result = await db
    .with(...(changed ? [changed] : []))
    .update(documents)
    .set({
      ...plain,
      ...(prepared === undefined ? {} : preparedColumns(prepared)),
      ...(head === undefined ? {} : headColumns(head)),
    })
    .where(
      and(eq(documents.documentId, documentId), changed && sql`EXISTS (SELECT FROM ${changed})`),
    );
  assertChanged(result, `document ${documentId}`);
}

/** Puts a document on legal hold, or releases it. @throws {Error} when there is no such document */
export async function holdDocument(
  db: Transaction,
  documentId: string,
  holdReason: string | null,
): Promise<void> {
  const isIt = eq(documents.documentId, documentId);
  assertChanged(
    await db.update(documents).set({ holdReason }).where(isIt),
    `document ${documentId}`,
  );
}

/** @throws {Error} when a place in the signing order is taken */
export async function insertSigners(
  db: Transaction,
  documentId: string,
  added: readonly Signer[],
): Promise<void> {
  if (added.length === 0) return;
  await db.insert(signers).values(added.map((signer) => ({ ...signer, documentId })));
}

/** Change the document's name afterwards, or set it again, so that a search finds the new ones. */
export async function replaceSigners(
  db: Transaction,
  documentId: string,
  all: readonly Signer[],
): Promise<void> {
  await db.delete(signers).where(eq(signers.documentId, documentId));
  await insertSigners(db, documentId, all);
}

/** @throws {Error} when there is no such signer */
export async function changeSigner(
  db: Transaction,
  signerId: string,
  change: SignerChange,
): Promise<void> {
  assertChanged(await updateSigner(db, signerId, change), `signer ${signerId}`);
}
