import { and, eq, isNotNull, sql } from 'drizzle-orm';

import type { Database } from '../../store/database.ts';
import { isKept } from '../../store/documents/documents.sql.ts';
import { documents } from '../../store/schema/documents.tables.ts';

export interface HeldDocument {
  readonly documentId: string;
  readonly reason: string;
}

/** Ids of documents that may be removable. `removalCause` decides once each is locked. */
export async function listRemovable(
  db: Database,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT document_id AS id FROM documents d JOIN accounts a USING (account_id)
      WHERE removed_at IS NULL AND d.hold_reason IS NULL AND a.hold_reason IS NULL
        AND (erased_at IS NOT NULL OR CASE status WHEN 'PENDING'
          THEN updated_at <= ${now}::timestamptz - keep_draft_days * interval '24 hours'
          ELSE coalesce(completed_at, withdrawn_at,
              (SELECT min(declined_at) FROM signers s WHERE s.document_id = d.document_id))
            <= ${now}::timestamptz - keep_completed_days * interval '24 hours' END)
      LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export async function listKept(
  db: Database,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: documents.documentId })
    .from(documents)
    .where(and(eq(documents.accountId, accountId), isKept))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** An account's documents that are on legal hold themselves, oldest first. */
export async function listHeld(db: Database, accountId: string): Promise<HeldDocument[]> {
  const { documentId, holdReason } = documents;
  return await db
    .select({ documentId, reason: sql<string>`${holdReason}` })
    .from(documents)
    .where(and(eq(documents.accountId, accountId), isKept, isNotNull(holdReason)))
    .orderBy(documents.seq);
}

/** Takes the document whose proof is due first, and hides it from other processes until `until`. */
export async function claimRenewal(
  db: Database,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    UPDATE documents SET renew_at = ${until}::timestamptz WHERE document_id = (
      SELECT document_id FROM documents WHERE renew_at <= ${now}::timestamptz AND removed_at IS NULL
        ORDER BY renew_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING document_id AS id`);
  return rows[0]?.id;
}
