import { sql } from 'drizzle-orm';
import type { AccountOverview } from '../../../ports/members.ts';
import type { Database } from '../database.ts';

/** More is counted by nobody. */
const MOST = sql.raw('1000');

type Row = Record<string, unknown> & AccountOverview;

/** What an account has done so far, what waits, and what failed in the last week before `now`. */
export async function readOverview(
  db: Database,
  { accountId, now }: { accountId: string; now: Date },
): Promise<AccountOverview> {
  const own = sql`account_id = ${accountId} AND removed_at IS NULL`;
  const { rows } = await db.execute<Row>(sql`
    SELECT EXISTS (SELECT FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)) AS "hasKey",
      EXISTS (SELECT FROM documents WHERE ${own}) AS "hasCreated",
      EXISTS (SELECT FROM documents WHERE ${own} AND sent_at IS NOT NULL) AS "hasSent",
      EXISTS (SELECT FROM documents WHERE ${own} AND status = 'COMPLETED') AS "hasCompleted",
      (SELECT count(*)::int FROM (SELECT FROM documents d WHERE ${own} AND status = 'SENT'
          AND withdrawn_at IS NULL AND NOT EXISTS (
            SELECT FROM signers s WHERE s.document_id = d.document_id AND declined_at IS NOT NULL)
        LIMIT ${MOST}) waiting) AS "waiting",
      (SELECT count(*)::int FROM (SELECT FROM deliveries JOIN webhook_endpoints e USING (endpoint_id)
        WHERE e.account_id = ${accountId} AND NOT removed AND state = 'failed'
          AND deliveries.created_at > ${now}::timestamptz - interval '7 days' LIMIT ${MOST}) failed) AS "failed"`);
  const [row] = rows;
  if (!row) throw new Error('The account was not read.');
  return row;
}
