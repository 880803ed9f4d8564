import { and, eq, inArray } from 'drizzle-orm';
import { revisionKey } from '../../../domain/signature.ts';
import type { Database } from '../database.ts';
import { documents } from '../schema/documents.ts';
import { signatureAttempts } from '../schema/signature-attempts.ts';
import { isUnderWay } from './attempts.ts';
import { isUuid } from './documents.ts';

/**
 * Keys of the files that documents are made of. One statement, so that a signature which becomes the head meanwhile is
 * seen before or after, and never in between.
 */
export async function listFileKeys(db: Database, ids: readonly string[]): Promise<string[]> {
  const { documentId, originalKey, preparedKey, headKey } = documents;
  const { txn, preparedKey: attemptKey } = signatureAttempts;
  const rows = await db
    .select({ documentId, keys: { originalKey, preparedKey, headKey }, txn, attemptKey })
    .from(documents)
    .leftJoin(signatureAttempts, and(eq(signatureAttempts.documentId, documentId), isUnderWay))
    .where(inArray(documentId, ids.filter(isUuid)));
  return rows.flatMap((row) => {
    const signed = row.txn === null ? null : revisionKey({ ...row, txn: row.txn });
    return [...Object.values(row.keys), row.attemptKey, signed].filter((key) => key !== null);
  });
}
