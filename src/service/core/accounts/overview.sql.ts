import { sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { IN_STATE } from '../../store/documents/documents.sql.ts';
import { listNumbered } from '../../webhooks/deliveries.sql.ts';
import type { Document } from '../documents/document.rules.ts';
import type { DeliverySummary } from '../outbox/outbox.rules.ts';

export interface WaitingDocument extends Pick<Document, 'documentId' | 'name' | 'sentAt'> {
  readonly signers: number;
  readonly signed: number;
}

/** The first few of a list, and the full count, which stops at 1000. */
export interface Excerpt<Item> {
  readonly count: number;
  readonly items: readonly Item[];
}

export interface AccountOverview {
  readonly hasKey: boolean;
  readonly hasCreated: boolean;
  /** One of the newest 1000 documents was sent. True for accounts with that many. */
  readonly hasSent: boolean;
  /** One of the newest 1000 documents was completed. True for accounts with that many. */
  readonly hasCompleted: boolean;
  /** The newest draft, until a document was sent. */
  readonly draft: WaitingDocument | null;
  /** Documents that wait for signatures, oldest first. */
  readonly waiting: Excerpt<WaitingDocument>;
  /**
   * Deliveries of the last seven days that were given up, or whose last attempt failed, newest
   * first. Excludes test events, and all but the newest 1000 deliveries of each endpoint.
   */
  readonly failed: Excerpt<DeliverySummary>;
}

/** Nothing is counted or read beyond this. */
const MOST = sql.raw('1000');
const SHOWN = sql.raw('5');

interface Subject {
  readonly accountId: string;
  readonly now: Date;
}

type OverviewProgress = Pick<AccountOverview, 'hasKey' | 'hasCreated' | 'hasSent' | 'hasCompleted'>;
type Row<Columns> = Record<string, unknown> & Columns;

/** Includes removed documents: progress is never lost. */
async function readProgress(db: Database, { accountId, now }: Subject): Promise<OverviewProgress> {
  const { rows } = await db.execute<Row<OverviewProgress>>(sql`
    SELECT EXISTS (SELECT FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)) AS "hasKey",
      count(*) > 0 AS "hasCreated",
      count(sent_at) > 0 OR count(*) = ${MOST} AS "hasSent",
      count(completed_at) > 0 OR count(*) = ${MOST} AS "hasCompleted"
    FROM (SELECT sent_at, completed_at FROM documents WHERE account_id = ${accountId}
      ORDER BY created_at DESC, seq DESC LIMIT ${MOST}) newest`);
  const [row] = rows;
  if (!row) throw new Error('The account was not read.');
  return row;
}

/** The columns of an open document `d`. `of` counts all matches. */
const SHOWN_OF_DOCUMENT = sql`document_id AS "documentId", name, sent_at AS "sentAt",
  (SELECT count(*)::int FROM signers s WHERE s.document_id = d.document_id) AS signers,
  (SELECT count(signed_at)::int FROM signers s WHERE s.document_id = d.document_id) AS signed,
  (count(*) OVER ())::int AS "of"`;

/** The driver returns times of raw queries as text. */
interface OverviewRow extends Omit<WaitingDocument, 'sentAt'> {
  readonly sentAt: Date | string | null;
  readonly of: number;
}

const toDocument = ({ of: _, sentAt, ...row }: OverviewRow): WaitingDocument => ({
  ...row,
  sentAt: sentAt === null ? null : new Date(sentAt),
});

async function readWaiting(
  db: Database,
  { accountId }: Subject,
): Promise<Excerpt<WaitingDocument>> {
  const { rows } = await db.execute<Row<OverviewRow>>(sql`
    SELECT ${SHOWN_OF_DOCUMENT} FROM (SELECT * FROM documents WHERE account_id = ${accountId}
        AND removed_at IS NULL AND ${IN_STATE.waiting}
      ORDER BY created_at, seq LIMIT ${MOST}) d
    ORDER BY created_at, seq LIMIT ${SHOWN}`);
  return { count: rows[0]?.of ?? 0, items: rows.map(toDocument) };
}

async function readDraft(db: Database, { accountId }: Subject): Promise<WaitingDocument | null> {
  const { rows } = await db.execute<Row<OverviewRow>>(sql`
    SELECT ${SHOWN_OF_DOCUMENT} FROM (SELECT * FROM documents WHERE account_id = ${accountId}
        AND removed_at IS NULL AND ${IN_STATE.draft}
      ORDER BY created_at DESC, seq DESC LIMIT 1) d`);
  const [row] = rows;
  return row ? toDocument(row) : null;
}

async function readFailed(
  db: Database,
  { accountId, now }: Subject,
): Promise<AccountOverview['failed']> {
  const { rows } = await db.execute<Row<{ seq: number | string; of: number }>>(sql`
    SELECT seq, (count(*) OVER ())::int AS "of" FROM (
      SELECT d.seq FROM webhook_endpoints e CROSS JOIN LATERAL (
          SELECT seq, state, document_id, created_at FROM deliveries
          WHERE endpoint_id = e.endpoint_id ORDER BY seq DESC LIMIT ${MOST}) d
        WHERE e.account_id = ${accountId} AND NOT removed AND document_id IS NOT NULL
          AND d.created_at > ${now}::timestamptz - interval '7 days'
          AND (state = 'failed' OR (state = 'queued'
            AND EXISTS (SELECT FROM delivery_attempts a WHERE a.delivery_seq = d.seq)))
        ORDER BY seq DESC LIMIT ${MOST}) failed
    ORDER BY seq DESC LIMIT ${SHOWN}`);
  const items = await listNumbered(
    db,
    rows.map(({ seq }) => Number(seq)),
  );
  return { count: rows[0]?.of ?? 0, items };
}

export async function readOverview(db: Database, of: Subject): Promise<AccountOverview> {
  const progress = await readProgress(db, of);
  const [draft, waiting, failed] = await Promise.all([
    progress.hasSent ? null : readDraft(db, of),
    readWaiting(db, of),
    readFailed(db, of),
  ]);
  return { ...progress, draft, waiting, failed };
}
