import type { SQL } from 'drizzle-orm';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { isKept } from '../../store/documents/documents.sql.ts';
import { auditPersonal } from '../../store/schema/audit-entries.tables.ts';
import {
  documents,
  downloads,
  signatureAttempts,
  signers,
} from '../../store/schema/documents.tables.ts';
import { deliveryAttempts, events } from '../../store/schema/outbox.tables.ts';
import { requestIdsFrom } from '../accounts/api-request.rules.ts';
import { daysBefore, EXCHANGE_DAYS, REQUEST_DAYS } from './retention.rules.ts';

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
