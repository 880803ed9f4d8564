import type { SQL } from 'drizzle-orm';
import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { auditPersonal } from '../../store/schema/audit-entries.tables.ts';
import { documents, downloads, signers } from '../../store/schema/documents.tables.ts';
import { deliveryAttempts } from '../../store/schema/outbox.tables.ts';
import { signatureAttempts } from '../../store/schema/signature-attempts.tables.ts';
import { events } from '../../store/schema/webhooks.tables.ts';
import { requestIdsFrom } from '../accounts/api-request.rules.ts';
import { daysBefore, EXCHANGE_DAYS, REQUEST_DAYS } from './retention.rules.ts';

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

/**
 * Deletes outbox items, then their log. Locks rows in the order of settlements, so that an earlier
 * settlement has written its part of the log.
 */
export async function deleteItems(db: Database, condition: SQL): Promise<void> {
  const { rows } = await db.execute<{ seq: number }>(sql`
    WITH gone AS (SELECT seq FROM deliveries WHERE ${condition} ORDER BY seq FOR UPDATE)
    DELETE FROM deliveries d USING gone WHERE d.seq = gone.seq RETURNING d.seq::float8 AS seq`);
  // One parameter for all: an account can have more test events than a statement takes parameters.
  const seqs = sql.param(rows.map(({ seq }) => seq));
  await db.delete(deliveryAttempts).where(sql`delivery_seq = ANY (${seqs}::bigint[])`);
}

const NO_TEXT = { name: '', email: '', phone: '', positions: null } as const;

/**
 * Deletes a document's personal data and everything that belongs only to it. Ids, times, file
 * hashes and the trail stay: the ledger and the trail refer to them. The document must be locked.
 */
export async function removeDocument(db: Transaction, documentId: string, at: Date): Promise<void> {
  // First, since only events of removed documents may be deleted.
  await db
    .update(documents)
    .set({
      name: '',
      message: null,
      externalId: null,
      withdrawalReason: sql`CASE WHEN withdrawn_at IS NOT NULL THEN '' END`,
      pages: [],
      placements: null,
      removedAt: at,
    })
    .where(eq(documents.documentId, documentId));
  await deleteItems(db, sql`document_id = ${documentId}::uuid`);
  for (const table of [events, signatureAttempts, downloads, auditPersonal]) {
    await db.delete(table).where(eq(table.documentId, documentId));
  }
  await db
    .update(signers)
    .set({ ...NO_TEXT, declineReason: null, certifiedName: null, identity: null, returnUrl: null })
    .where(eq(signers.documentId, documentId));
}
