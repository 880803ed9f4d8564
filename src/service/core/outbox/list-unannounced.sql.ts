import { sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { IN_STATE } from '../../store/documents/documents.sql.ts';

/** Expiries that a longer outage hid are not announced. */
const DAYS_BACK = sql.raw("interval '7 days'");

export interface Unannounced {
  readonly documentId: string;
  readonly linksUntil: Date;
}

/**
 * Documents whose links expired in the last 7 days, after an endpoint of the account asked for
 * `document.expired`, and whose expiry was not announced.
 */
export async function listUnannounced(
  db: Database,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Unannounced[]> {
  const { rows } = await db.execute<{ id: string; until: string }>(sql`
    SELECT document_id AS id, links_until AS until FROM documents
      JOIN (SELECT account_id, min(expired_since) AS since FROM webhook_endpoints
        WHERE expired_since IS NOT NULL AND NOT removed GROUP BY account_id) asked USING (account_id)
      WHERE removed_at IS NULL AND ${IN_STATE.waiting}
        AND links_until <= ${now}::timestamptz
        AND links_until > greatest(since, ${now}::timestamptz - ${DAYS_BACK})
        AND NOT EXISTS (SELECT FROM events e WHERE e.document_id = documents.document_id
          AND event = 'document.expired' AND e.created_at >= links_until)
      ORDER BY links_until LIMIT ${limit}`);
  return rows.map(({ id, until }) => ({ documentId: id, linksUntil: new Date(until) }));
}

/** Whether `document.expired` was emitted since the links expired. */
export async function hasAnnouncedExpiry(
  db: Database,
  { documentId, linksUntil }: Unannounced,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM events WHERE document_id = ${documentId}::uuid AND event = 'document.expired'
      AND created_at >= ${linksUntil}::timestamptz LIMIT 1`);
  return rows.length > 0;
}
