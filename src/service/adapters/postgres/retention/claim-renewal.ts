import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

/**
 * Takes the completed document whose proof was to be renewed first, and puts it off `until` then: two processes never have the same
 * one. Undefined when none is due.
 */
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
