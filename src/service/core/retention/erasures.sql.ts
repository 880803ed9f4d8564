import type { SQL } from 'drizzle-orm';
import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { isUuid } from '../../store/documents/documents.sql.ts';
import { erasures } from '../../store/schema/documents.tables.ts';

export interface ErasureSubject {
  readonly accountId: string;
  /** Null for the whole account. */
  readonly documentId: string | null;
}

/** An entry in the ledger of erasures. It holds no personal data. */
export interface Erasure extends ErasureSubject {
  readonly erasureId: string;
  readonly requestedAt: Date;
  /** Null until everything is erased. */
  readonly finishedAt: Date | null;
}

export interface ErasureFilter {
  readonly since?: Date;
  readonly isOpen?: boolean;
  /** Matches only the erasure of the whole account. */
  readonly accountId?: string;
  readonly documentId?: string;
}

const isOf = ({ accountId, documentId }: ErasureSubject): SQL | undefined =>
  and(
    eq(erasures.accountId, accountId),
    documentId === null ? isNull(erasures.documentId) : eq(erasures.documentId, documentId),
  );

/** Adds an erasure to the ledger, unless it is there. Returns the stored one. */
export async function insertErasure(
  db: Transaction,
  added: Pick<Erasure, 'accountId' | 'documentId' | 'requestedAt'>,
): Promise<Erasure> {
  await db.insert(erasures).values(added).onConflictDoNothing();
  const [row] = await db.select().from(erasures).where(isOf(added));
  if (!row) throw new Error('The erasure was not written.');
  return row;
}

export async function finishErasure(db: Transaction, erasureId: string, at: Date): Promise<void> {
  const isIt = eq(erasures.erasureId, erasureId);
  const finished = await db.update(erasures).set({ finishedAt: at }).where(isIt);
  assertChanged(finished, `erasure ${erasureId}`);
}

export async function listErasures(
  db: Database,
  { since, isOpen, accountId, documentId }: ErasureFilter,
): Promise<Erasure[]> {
  if (documentId !== undefined && !isUuid(documentId)) return [];
  const conditions = [
    since && gte(erasures.requestedAt, since),
    isOpen ? isNull(erasures.finishedAt) : undefined,
    accountId === undefined ? undefined : isOf({ accountId, documentId: null }),
    documentId === undefined ? undefined : eq(erasures.documentId, documentId),
  ];
  return await db
    .select()
    .from(erasures)
    .where(and(...conditions))
    .orderBy(asc(erasures.requestedAt), asc(erasures.erasureId));
}

/** Counts trail entries whose personal values are in their hash chain: they cannot be erased. */
export async function countUnerasable(
  db: Database,
  { accountId, documentId }: ErasureSubject,
): Promise<number> {
  const own = documentId === null ? sql`` : sql`AND document_id = ${documentId}::uuid`;
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM audit_entries JOIN documents USING (document_id)
      WHERE account_id = ${accountId} AND v = 1 ${own}`);
  return rows[0]?.count ?? 0;
}
