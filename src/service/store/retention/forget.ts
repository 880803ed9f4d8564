import { sql } from 'drizzle-orm';
import { requestIdsFrom } from '../../core/accounts/api-request.rules.ts';
import { daysBefore, EXCHANGE_DAYS, REQUEST_DAYS } from '../../core/retention/retention.rules.ts';
import type { Database } from '../database.ts';

/** Clears logged requests and responses of old, finished deliveries. Returns how many. */
export async function forgetExchanges(
  db: Database,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    UPDATE delivery_attempts SET body = NULL, exchange = NULL WHERE (delivery_seq, number) IN (
      SELECT delivery_seq, number FROM delivery_attempts t
        JOIN deliveries d ON d.seq = delivery_seq JOIN events e ON e.seq = event_seq
        JOIN accounts a USING (account_id) LEFT JOIN documents o ON o.document_id = d.document_id
        WHERE exchange IS NOT NULL AND ended_at <= ${daysBefore(now, EXCHANGE_DAYS)}::timestamptz
          AND d.state <> 'queued' AND a.hold_reason IS NULL AND o.hold_reason IS NULL
        LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED)`);
  return rowCount ?? 0;
}

/** All ids of older requests sort before this one. */
function firstKept(now: Date): string {
  const begins = requestIdsFrom(daysBefore(now, REQUEST_DAYS));
  return begins.slice('req_'.length).padEnd(32, '0');
}

/** Deletes old API requests, except of accounts on legal hold. Returns how many. */
export async function forgetRequests(
  db: Database,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM requests WHERE request_id IN (
      SELECT request_id FROM requests r WHERE request_id < ${firstKept(now)}::uuid
          AND NOT EXISTS (SELECT FROM accounts a
            WHERE a.account_id = r.account_id AND a.hold_reason IS NOT NULL)
        LIMIT ${limit} FOR UPDATE OF r SKIP LOCKED)`);
  return rowCount ?? 0;
}
