import type { SQL } from 'drizzle-orm';
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type {
  Document,
  Signer,
  StoredFile,
  StoredSigner,
} from '../../core/documents/document.rules.ts';
import type { DocumentState } from '../../core/documents/document-states.rules.ts';
import type { Transaction } from '../database.ts';
import { assertChanged } from '../database.ts';
import { documents, signers } from '../schema/documents.tables.ts';

export type DocumentChange = Partial<
  Omit<Document, 'documentId' | 'accountId' | 'createdAt' | 'original' | 'holdReason' | 'signers'>
> & {
  /** When its proof of validity is due for renewal. */
  readonly renewAt?: Date;
  readonly updatedAt: Date;
  /** One of its signers changes with it, in the same statement. */
  readonly signer?: SignerChange & Pick<Signer, 'signerId'>;
};

type SignerChange = Partial<Omit<Signer, keyof StoredSigner>>;

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

const {
  search: _,
  seq: __,
  removedAt: ___,
  renewAt: ____,
  ...columns
} = getTableColumns(documents);

export const documentColumns = columns;

type DocumentRow = Pick<typeof documents.$inferSelect, keyof typeof documentColumns>;
type SignerRow = typeof signers.$inferSelect;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for text that a uuid column accepts. */
export const isUuid = (text: string): boolean => UUID.test(text);

export function toFile(key: string | null, sha256: string | null, bytes: number | null) {
  return key === null || sha256 === null || bytes === null ? null : { key, sha256, bytes };
}

export function toDocument(row: DocumentRow, signerRows: readonly SignerRow[]): Document {
  const { originalKey: key, originalSha256: sha256, originalBytes: bytes, ...rest } = row;
  const { preparedKey, preparedSha256, preparedBytes, headKey, headSha256, headBytes, ...own } =
    rest;
  return {
    ...own,
    original: { key, sha256, bytes },
    prepared: toFile(preparedKey, preparedSha256, preparedBytes),
    head: toFile(headKey, headSha256, headBytes),
    signers: signerRows.map(({ documentId: _, ...signer }) => signer),
  };
}

/** From rows of one document with its signers. */
export function joined(
  rows: readonly { readonly document: DocumentRow; readonly signer: SignerRow | null }[],
): Document | undefined {
  const [first] = rows;
  const ofDocument = rows.flatMap(({ signer }) => signer ?? []);
  return first && toDocument(first.document, ofDocument);
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

type NewDocument = Pick<Document, 'documentId' | 'accountId' | 'name' | 'status' | 'createdAt'> &
  Pick<Document, 'updatedAt' | 'original' | 'pages'> &
  Partial<Document>;

/** Adds a document without its signers. */
export async function insertDocument(db: Transaction, document: NewDocument): Promise<void> {
  const { original, prepared = null, head = null, signers: _, ...plain } = document;
  await db.insert(documents).values({
    ...plain,
    originalKey: original.key,
    originalSha256: original.sha256,
    originalBytes: original.bytes,
    ...preparedColumns(prepared),
    ...headColumns(head),
  });
  db.trailEnds.set(document.documentId, undefined);
}

export const isKept = isNull(documents.removedAt);

const updateSigner = (db: Transaction, signerId: string, change: SignerChange) =>
  db.update(signers).set(change).where(eq(signers.signerId, signerId));

/** @throws {Error} when there is no such document, or signer */
export async function changeDocument(
  db: Transaction,
  documentId: string,
  { prepared, head, signer, ...plain }: DocumentChange,
): Promise<void> {
  const { signerId, ...change } = signer ?? {};
  const updated = signerId !== undefined && updateSigner(db, signerId, change);
  const changed =
    updated && db.$with('changed').as(updated.returning({ signerId: signers.signerId }));
  const isIt = eq(documents.documentId, documentId);
  const result = await db
    .with(...(changed ? [changed] : []))
    .update(documents)
    .set({
      ...plain,
      ...(prepared === undefined ? {} : preparedColumns(prepared)),
      ...(head === undefined ? {} : headColumns(head)),
    })
    .where(and(isIt, changed ? sql`EXISTS (SELECT FROM ${changed})` : undefined));
  assertChanged(result, `document ${documentId}`);
}

/** Puts a document on legal hold, or releases it. @throws {Error} when there is no such document */
export async function holdDocument(
  db: Transaction,
  documentId: string,
  holdReason: string | null,
): Promise<void> {
  const isIt = eq(documents.documentId, documentId);
  const held = await db.update(documents).set({ holdReason }).where(isIt);
  assertChanged(held, `document ${documentId}`);
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

/**
 * Takes the place of both tables, with the rows that a function of the schema reads once it has the
 * lock: a join would read signers as they were before the wait.
 */
const lockedRows = (db: Transaction, documentId: string) => [
  db.$with('locked', {}).as(sql`SELECT * FROM lock_document(${documentId})`),
  db.$with('documents', {}).as(sql`SELECT (document).*, head_seq, head_hash FROM locked LIMIT 1`),
  db
    .$with('signers', {})
    .as(sql`SELECT (signer).* FROM locked WHERE (signer).signer_id IS NOT NULL`),
];

async function isLockedByOther(db: Transaction, documentId: string): Promise<boolean> {
  const isIt = eq(documents.documentId, documentId);
  const rows = await db.select().from(documents).where(isIt).for('update', { skipLocked: true });
  return rows.length === 0;
}

/**
 * Locks a document with its trail. With `skip`, one that another transaction has locked counts as
 * missing.
 */
export async function lockDocument(
  db: Transaction,
  documentId: string,
  ifLocked: 'wait' | 'skip' = 'wait',
): Promise<Document | undefined> {
  if (!isUuid(documentId)) return undefined;
  if (ifLocked === 'skip' && (await isLockedByOther(db, documentId))) return undefined;
  const end = { seq: sql<number>`head_seq`, hash: sql<string | null>`head_hash` };
  const rows = await db
    .with(...lockedRows(db, documentId))
    .select({ document: documentColumns, signer: signers, end })
    .from(documents)
    .leftJoin(signers, sql`true`)
    .orderBy(asc(signers.signingOrder));
  if (!rows[0]) return undefined;
  const { seq, hash } = rows[0].end;
  db.trailEnds.set(documentId, hash === null ? undefined : { seq, hash });
  return joined(rows);
}
