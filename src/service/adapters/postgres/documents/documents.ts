import { eq } from 'drizzle-orm';
import type { Document, StoredFile } from '../../../domain/document.ts';
import type { DocumentChange } from '../../../ports/document-store.ts';
import type { Database } from '../database.ts';
import { assertChanged } from '../database.ts';
import { documents } from '../schema/documents.ts';
import { readPages } from './checked-json.ts';
import type { SignerRow } from './signers.ts';
import { readSigners, toSigner } from './signers.ts';

/** A document as the table has it. */
export type DocumentRow = typeof documents.$inferSelect;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for what a uuid column takes; anything else is no document's id. */
export const isUuid = (text: string): boolean => UUID.test(text);

function toFile(key: string | null, sha256: string | null, bytes: number | null) {
  return key === null || sha256 === null || bytes === null ? null : { key, sha256, bytes };
}

/** A row and its signers' as the domain knows them. */
export function toDocument(row: DocumentRow, signerRows: readonly SignerRow[]): Document {
  const { documentId, accountId, name, status, createdAt, updatedAt, sentAt, completedAt } = row;
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
    original: { key, sha256, bytes },
    pages: readPages(row.pages),
    prepared: toFile(row.preparedKey, row.preparedSha256, row.preparedBytes),
    head: toFile(row.headKey, row.headSha256, row.headBytes),
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

/** Adds a document, without its signers. */
export async function insertDocument(db: Database, document: Document): Promise<void> {
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
}

/** Locks a document's row, then reads its signers: only after the wait are they the newest. */
export async function lockDocument(
  db: Database,
  documentId: string,
): Promise<Document | undefined> {
  if (!isUuid(documentId)) return undefined;
  const [row] = await db
    .select()
    .from(documents)
    .where(eq(documents.documentId, documentId))
    .for('update');
  return row && toDocument(row, await readSigners(db, documentId));
}

/** Writes the fields that are given. @throws {Error} when there is no such document */
export async function changeDocument(
  db: Database,
  documentId: string,
  { prepared, head, ...plain }: DocumentChange,
): Promise<void> {
  const result = await db
    .update(documents)
    .set({
      ...plain,
      ...(prepared === undefined ? {} : preparedColumns(prepared)),
      ...(head === undefined ? {} : headColumns(head)),
    })
    .where(eq(documents.documentId, documentId));
  assertChanged(result, `document ${documentId}`);
}
