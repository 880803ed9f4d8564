import { desc, sql } from 'drizzle-orm';
import type { DocumentStatus } from '../../../contract/document.ts';
import type { Database } from '../database.ts';
import type { DocumentSearch } from '../documents/find-documents.sql.ts';
import { isSought } from '../documents/find-documents.sql.ts';
import { documents } from '../schema/documents.tables.ts';

export interface FoundDocument {
  readonly documentId: string;
  readonly accountId: string;
  readonly name: string;
  readonly status: DocumentStatus;
  readonly createdAt: Date;
}

/** Documents of one account or of all, newest first. */
export async function findAnywhere(db: Database, search: DocumentSearch): Promise<FoundDocument[]> {
  const { documentId, accountId, name, status, createdAt, seq } = documents;
  return await db
    .select({ documentId, accountId, name, status, createdAt })
    .from(documents)
    .where(isSought(search))
    .orderBy(desc(createdAt), desc(seq))
    .limit(search.limit);
}

/** Mails of a kind, or deliveries to an endpoint, that wait for an attempt. */
export type WaitingItems = Readonly<{
  /** `delivery`, or a mail's own kind. */
  kind: string;
  /** Null for mails. */
  endpointId: string | null;
  accountId: string | null;
  /** True while the endpoint is off: its deliveries wait until it is on again. */
  isOff: boolean;
  waiting: number;
  due: number;
  dueSince: string | null;
  lastError: string | null;
}>;

const iso = (time: string) =>
  sql`to_char(${sql.raw(time)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A failed attempt's reason; only a status for an answer that was no success. */
const REASON = sql.raw(`coalesce(a.error, 'status ' || a.status)`);

/** Waiting items, longest due first. */
export async function listWaiting(db: Database, now: Date): Promise<WaitingItems[]> {
  const { rows } = await db.execute<WaitingItems>(sql`
    SELECT kind, endpoint_id AS "endpointId", account_id AS "accountId", is_off AS "isOff",
        count(*)::int AS waiting, count(due_at)::int AS due, ${iso('min(due_at)')} AS "dueSince",
        (array_agg(reason ORDER BY ended_at DESC) FILTER (WHERE reason IS NOT NULL))[1] AS "lastError"
      FROM (
        SELECT coalesce(mail->>'kind', 'delivery') AS kind, d.endpoint_id, w.account_id,
            NOT coalesce(w.enabled, true) AS is_off, a.ended_at, ${REASON} AS reason,
            CASE WHEN next_at <= ${now}::timestamptz AND (by_hand OR w.enabled IS NOT FALSE)
              THEN next_at END AS due_at
          FROM deliveries d LEFT JOIN webhook_endpoints w USING (endpoint_id)
            LEFT JOIN LATERAL (SELECT * FROM delivery_attempts
              WHERE delivery_seq = d.seq AND NOT ok ORDER BY number DESC LIMIT 1) a ON true
          WHERE d.state = 'queued') items
      GROUP BY kind, endpoint_id, account_id, is_off ORDER BY min(due_at), kind, endpoint_id`);
  return rows;
}

/** An endpoint of any account. Its URL ends before the query, which may hold a secret. */
export type WatchedEndpoint = Readonly<{
  endpointId: string;
  accountId: string;
  url: string;
  enabled: boolean;
  disabledReason: string | null;
  disabledAt: string | null;
  failures: number;
  failingSince: string | null;
  /** Of the newest attempt that failed. */
  lastError: string | null;
}>;

/** Endpoints that fail or are off, unless `isAll`; what fails longest first. */
export async function listWatched(
  db: Database,
  { accountId, isAll }: { readonly accountId?: string; readonly isAll: boolean },
): Promise<WatchedEndpoint[]> {
  const { rows } = await db.execute<WatchedEndpoint>(sql`
    SELECT w.endpoint_id AS "endpointId", account_id AS "accountId", split_part(url, '?', 1) AS url, enabled,
        disabled_reason AS "disabledReason", ${iso('disabled_at')} AS "disabledAt", failures,
        ${iso('failing_since')} AS "failingSince", ${REASON} AS "lastError"
      FROM webhook_endpoints w LEFT JOIN LATERAL (
        SELECT error, status FROM delivery_attempts JOIN (SELECT seq FROM deliveries
            WHERE endpoint_id = w.endpoint_id ORDER BY seq DESC LIMIT 100) newest ON delivery_seq = seq
          WHERE NOT ok ORDER BY ended_at DESC LIMIT 1) a ON true
      WHERE NOT removed AND (${isAll}::boolean OR NOT enabled OR failures > 0)
        AND account_id = coalesce(${accountId ?? null}, account_id)
      ORDER BY failing_since, seq`);
  return rows;
}

/** Of a document's files; while nobody has signed, the head is the prepared one. */
export const FILE_BYTES = sql`CASE WHEN removed_at IS NULL THEN original_bytes + coalesce(prepared_bytes, 0)
  + CASE WHEN head_key IS DISTINCT FROM prepared_key THEN coalesce(head_bytes, 0) ELSE 0 END ELSE 0 END`;

/** Reads every document's row. */
export async function sumFileBytes(db: Database): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    SELECT coalesce(sum(${FILE_BYTES}), 0)::float8 AS bytes FROM documents`);
  return rows[0]?.bytes ?? 0;
}

/** An account's activity in a UTC month; bytes are those still kept of its documents from then. */
export type MonthlyUse = Readonly<{
  month: string;
  accountId: string;
  name: string;
  documents: number;
  signatures: number;
  credits: number;
  bytes: number;
}>;

/** By month, newest first, then by account. */
export async function listUsage(
  db: Database,
  { accountId, month }: { readonly accountId?: string; readonly month?: string },
): Promise<MonthlyUse[]> {
  const monthOf = (time: string) => sql`to_char(${sql.raw(time)} AT TIME ZONE 'UTC', 'YYYY-MM')`;
  const { rows } = await db.execute<MonthlyUse>(sql`
    SELECT month, account_id AS "accountId", name, sum(documents)::int AS documents,
        sum(signatures)::int AS signatures, sum(credits)::int AS credits, sum(bytes)::float8 AS bytes
      FROM (
        SELECT ${monthOf('created_at')} AS month, account_id, 1 AS documents, 0 AS signatures, 0 AS credits,
            ${FILE_BYTES} AS bytes
          FROM documents
        UNION ALL SELECT ${monthOf('signed_at')}, account_id, 0, 1, 0, 0
          FROM signers JOIN documents USING (document_id) WHERE signed_at IS NOT NULL
        UNION ALL SELECT ${monthOf('at')}, account_id, 0, 0, -credits, 0
          FROM credit_ledger WHERE document_id IS NOT NULL) used
        JOIN accounts USING (account_id)
      WHERE account_id = coalesce(${accountId ?? null}, account_id) AND month = coalesce(${month ?? null}, month)
      GROUP BY month, account_id, name ORDER BY month DESC, name, account_id`);
  return rows;
}
