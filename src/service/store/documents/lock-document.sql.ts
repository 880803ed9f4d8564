import { asc, eq, sql } from 'drizzle-orm';
import type { Document } from '../../core/documents/document.rules.ts';
import type { Transaction } from '../database.ts';
import { documents, signers } from '../schema/documents.tables.ts';
import { documentColumns, isUuid, toDocument } from './documents.sql.ts';

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
  const [first] = rows;
  if (!first) return undefined;
  const { seq, hash } = first.end;
  db.trailEnds.set(documentId, hash === null ? undefined : { seq, hash });
  return toDocument(
    first.document,
    rows.flatMap(({ signer }) => signer ?? []),
  );
}
