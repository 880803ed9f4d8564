import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { EXTRA_EVENTS } from '../../contract/webhooks/webhook-headers.ts';
import { IS_UNFINISHED } from '../core/outbox/claim-outbox.sql.ts';
import type { DeliverySummary } from '../core/outbox/outbox.rules.ts';
import type { Database, Transaction } from '../store/database.ts';
import {
  deliveries,
  deliveryAttempts,
  events,
  webhookEndpoints,
} from '../store/schema/outbox.tables.ts';
import type {
  DeliveryFilter,
  LoggedAttempt,
  LoggedDelivery,
  ResendFilter,
} from './delivery.rules.ts';

function isMeant({ range, deliveryIds }: ResendFilter) {
  if (!range) return inArray(deliveries.id, [...(deliveryIds ?? [])]);
  return and(
    eq(deliveries.endpointId, range.endpointId),
    isNotNull(events.documentId),
    gte(deliveries.createdAt, range.since),
    range.isAll ? undefined : inArray(deliveries.state, ['failed', 'skipped']),
  );
}

/**
 * Records as skipped what an endpoint missed without a row, of all events that it asks for now.
 * The endpoint must be locked, so that two recoveries don't record the same.
 */
export async function recordMissed(
  db: Transaction,
  { endpointId, since, limit }: { endpointId: string; since: Date; limit: number },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO deliveries (endpoint_id, event_seq, document_id, created_at, state)
      SELECT w.endpoint_id, e.seq, e.document_id, e.created_at, 'skipped'
        FROM webhook_endpoints w JOIN documents d ON d.account_id = w.account_id
          JOIN events e ON e.document_id = d.document_id
        WHERE w.endpoint_id = ${endpointId} AND e.created_at >= greatest(w.created_at, ${since}::timestamptz)
          AND (e.event <> ALL (${sql.param([...EXTRA_EVENTS])}::text[]) OR e.event = ANY (w.extra_events))
          AND NOT EXISTS (SELECT FROM deliveries told WHERE told.document_id = e.document_id
            AND told.endpoint_id = w.endpoint_id AND told.event_seq = e.seq)
        ORDER BY e.seq LIMIT ${limit}`);
}

/**
 * Queues deliveries for a manual attempt now, except running or due ones. Returns their ids in
 * order, and the position of the last one examined; undefined when there are no more.
 */
export async function resendDeliveries(
  db: Transaction,
  filter: ResendFilter,
): Promise<{ ids: string[]; last: number | undefined }> {
  const { accountId, endpointId, enabled } = webhookEndpoints;
  const found = await db
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(endpointId, deliveries.endpointId))
    .innerJoin(events, eq(events.seq, deliveries.eventSeq))
    .where(
      and(
        eq(accountId, filter.accountId),
        eq(enabled, true),
        gt(deliveries.seq, filter.after),
        isMeant(filter),
      ),
    )
    .orderBy(asc(deliveries.seq))
    .limit(filter.limit);
  const seqs = found.map(({ seq }) => seq);
  if (seqs.length === 0) return { ids: [], last: undefined };
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH again AS (
      UPDATE deliveries d SET state = 'queued', by_hand = true, next_at = ${filter.now}::timestamptz,
          resume_state = state, resume_at = next_at,
          step = CASE WHEN state = 'queued' THEN step ELSE least(attempts, 1) END
        WHERE seq = ANY (${sql.param(seqs)}::bigint[]) AND NOT by_hand AND (state <> 'queued'
          OR (next_at > ${filter.now}::timestamptz AND NOT (${IS_UNFINISHED})))
        RETURNING seq, id)
    SELECT id FROM again ORDER BY seq`);
  if (rows.length > 0) db.noteQueued();
  return { ids: rows.map(({ id }) => id), last: seqs.at(-1) };
}

type AttemptRow = typeof deliveryAttempts.$inferSelect;

interface Row {
  readonly item: typeof deliveries.$inferSelect;
  readonly event: typeof events.$inferSelect;
  readonly endpoint: { readonly endpointId: string; readonly url: string };
  readonly last: AttemptRow | null;
}

const { endpointId, url, accountId } = webhookEndpoints;

/** Deliveries with events and endpoints, newest first, each with its newest finished attempt. */
const select = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      item: deliveries,
      event: events,
      endpoint: { endpointId, url },
      last: deliveryAttempts,
    })
    .from(deliveries)
    .innerJoin(events, eq(events.seq, deliveries.eventSeq))
    .innerJoin(webhookEndpoints, eq(endpointId, deliveries.endpointId))
    .leftJoin(
      deliveryAttempts,
      and(
        eq(deliveryAttempts.deliverySeq, deliveries.seq),
        sql`${deliveryAttempts.number} = (
          SELECT max(a.number) FROM delivery_attempts a WHERE a.delivery_seq = ${deliveries.seq})`,
      ),
    )
    .where(condition)
    .orderBy(desc(deliveries.seq));

const textOf = (body: Buffer | null): string | null => body?.toString('utf8') ?? null;

function toTry({ number, trigger, startedAt, ok, ...row }: AttemptRow): LoggedAttempt {
  const { status, error, durationMs, exchange } = row;
  const body = textOf(row.body);
  return { number, trigger, startedAt, ok, status, error, durationMs, body, exchange };
}

function toSummary({ item, event, endpoint, last }: Row): DeliverySummary {
  const { id, state, createdAt, attempts, nextAt } = item;
  const isInProgress = attempts > (last?.number ?? 0);
  return {
    deliveryId: id,
    ...endpoint,
    event: event.event,
    documentId: event.documentId,
    state,
    createdAt,
    tries: attempts,
    nextTryAt: isInProgress ? null : nextAt,
    lastTry: last && lastOf(last),
  };
}

const lastOf = ({ startedAt, ok, status, error, durationMs }: AttemptRow) => {
  return { startedAt, ok, status, error, durationMs };
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Failed, skipped, or waiting for another attempt after one that failed. */
const IS_FAILED = sql`(${deliveries.state} IN ('failed', 'skipped')
  OR (${deliveries.state} = 'queued' AND ${deliveryAttempts.number} IS NOT NULL))`;

const isOlderThan = (deliveryId: string): SQL =>
  UUID.test(deliveryId)
    ? sql`${deliveries.seq} < (SELECT seq FROM deliveries WHERE id = ${deliveryId})`
    : sql`false`;

export async function listDeliveries(
  db: Database,
  filter: DeliveryFilter,
): Promise<DeliverySummary[]> {
  const condition = and(
    eq(accountId, filter.accountId),
    filter.endpointId === undefined ? undefined : eq(deliveries.endpointId, filter.endpointId),
    filter.documentId === undefined ? undefined : eq(events.documentId, filter.documentId),
    filter.since && gte(deliveries.createdAt, filter.since),
    filter.isFailed ? IS_FAILED : undefined,
    filter.after === undefined ? undefined : isOlderThan(filter.after),
  );
  const rows = await select(db, condition).limit(filter.limit);
  return rows.map(toSummary);
}

export async function listNumbered(
  db: Database,
  seqs: readonly number[],
): Promise<DeliverySummary[]> {
  if (seqs.length === 0) return [];
  return (await select(db, inArray(deliveries.seq, [...seqs]))).map(toSummary);
}

const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The range of ids with this prefix, for the index; undefined when no id can match. */
function beginsWith(beginning: string): SQL | undefined {
  const from = beginning + LOWEST.slice(beginning.length);
  const to = beginning + HIGHEST.slice(beginning.length);
  return UUID.test(from) ? and(gte(deliveries.id, from), lte(deliveries.id, to)) : undefined;
}

/** Up to two ids of an account's deliveries with a prefix: a second one means it is ambiguous. */
export async function findDeliveryIds(
  db: Database,
  own: { readonly accountId: string; readonly beginning: string },
): Promise<string[]> {
  const isMeant = beginsWith(own.beginning);
  if (!isMeant) return [];
  const rows = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(endpointId, deliveries.endpointId))
    .where(and(eq(accountId, own.accountId), isMeant))
    .limit(2);
  return rows.map(({ id }) => id);
}

export async function findDelivery(
  db: Database,
  own: { readonly accountId: string; readonly deliveryId: string },
): Promise<LoggedDelivery | undefined> {
  if (!UUID.test(own.deliveryId)) return undefined;
  const isIt = and(eq(accountId, own.accountId), eq(deliveries.id, own.deliveryId));
  const [row] = await select(db, isIt);
  if (!row) return undefined;
  const tries = await db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliverySeq, row.item.seq))
    .orderBy(asc(deliveryAttempts.number));
  return { ...toSummary(row), body: row.event.body, log: tries.map(toTry) };
}
