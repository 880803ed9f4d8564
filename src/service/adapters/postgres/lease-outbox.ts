import type { SQL } from 'drizzle-orm';
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { OutboxItem, TryResult, Verdict } from '../../domain/outbox.ts';
import { readMail } from './checked-json.ts';
import type { Database } from './database.ts';
import { outbox, outboxTries } from './schema/outbox.ts';
import { events, webhookEndpoints } from './schema/webhooks.ts';
import type { SecretSeal } from './secret-seal.ts';

/** What a sender asks for. */
export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  /** Most items leased at once for one endpoint, and for mails. */
  readonly perLane: number;
}

/** Any number, the same in every process: who claims holds it, or several would choose the same items. */
const CLAIM_LOCK = 7_236_441_016;

/**
 * What is queued to endpoints that are on, and as mails. One pass with windows, since a plan of joins depends on
 * statistics that a queue never has.
 */
function waiting(db: Database, condition: SQL | undefined) {
  const { seq, dueAt, leasedUntil, endpointId, documentId, attempts } = outbox;
  const firstTry = sql`min(${seq}) FILTER (WHERE ${attempts} = 0)
    OVER (PARTITION BY ${endpointId}, ${documentId})`;
  return db
    .select({
      seq,
      dueAt,
      leasedUntil,
      lane: sql`${outbox.endpointId}`.as('lane'),
      isHeld: sql`${endpointId} IS NOT NULL AND ${seq} > coalesce(${firstTry}, ${seq})`.as('held'),
    })
    .from(outbox)
    .leftJoin(webhookEndpoints, eq(webhookEndpoints.endpointId, endpointId))
    .where(
      and(sql`${outbox.state} = 'queued' AND ${webhookEndpoints.enabled} IS NOT FALSE`, condition),
    )
    .as('waiting');
}

/** The due items in their order, as far as their lanes (an endpoint each, and mails) have places free. */
function chooseDue(db: Database, { now, limit, perLane }: Claim) {
  const due = waiting(db, lte(outbox.dueAt, now));
  const isLeased = sql`coalesce(${due.leasedUntil} > ${now.toISOString()}::timestamptz, false)`;
  const place = sql`row_number() OVER (
    PARTITION BY ${due.lane} ORDER BY ${isLeased} DESC, ${due.dueAt}, ${due.seq})`;
  const ranked = db
    .select({
      seq: due.seq,
      dueAt: due.dueAt,
      isLeased: isLeased.as('leased'),
      place: place.as('place'),
    })
    .from(due)
    .where(sql`NOT ${due.isHeld}`)
    .as('ranked');
  return db
    .select({ seq: ranked.seq })
    .from(ranked)
    .where(sql`NOT ${ranked.isLeased} AND ${ranked.place} <= ${perLane}`)
    .orderBy(asc(ranked.dueAt), asc(ranked.seq))
    .limit(limit);
}

async function lease(db: Database, claim: Claim): Promise<number[]> {
  const { now, leaseUntil } = claim;
  await db.execute(sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`);
  const isFree = or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, now));
  const chosen = db.$with('chosen').as(chooseDue(db, claim));
  const free = db.$with('free').as(
    db
      .select({ seq: outbox.seq })
      .from(outbox)
      .innerJoin(chosen, eq(chosen.seq, outbox.seq))
      .where(and(eq(outbox.state, 'queued'), isFree))
      .for('update', { of: outbox, skipLocked: true }),
  );
  const leased = await db
    .with(chosen, free)
    .update(outbox)
    .set({ leasedUntil: leaseUntil })
    .from(free)
    .where(eq(outbox.seq, free.seq))
    .returning({ seq: outbox.seq });
  return leased.map(({ seq }) => seq);
}

/**
 * Leases due items, oldest first, within a transaction; two senders never get the same one while its lease lasts.
 */
export async function claimOutbox(
  db: Database,
  seal: SecretSeal,
  claim: Claim,
): Promise<OutboxItem[]> {
  const leased = await lease(db, claim);
  if (leased.length === 0) return [];
  const rows = await db
    .select({ item: outbox, event: events, endpoint: webhookEndpoints })
    .from(outbox)
    .leftJoin(events, eq(events.seq, outbox.eventSeq))
    .leftJoin(webhookEndpoints, eq(webhookEndpoints.endpointId, outbox.endpointId))
    .where(inArray(outbox.seq, leased))
    .orderBy(asc(outbox.dueAt), asc(outbox.seq));
  return rows.map((row) => toItem(row, seal));
}

interface ClaimedRow {
  readonly item: typeof outbox.$inferSelect;
  readonly event: typeof events.$inferSelect | null;
  readonly endpoint: typeof webhookEndpoints.$inferSelect | null;
}

function toItem({ item, event, endpoint }: ClaimedRow, seal: SecretSeal): OutboxItem {
  const { id, documentId, signerId, attempts } = item;
  const common = { id, documentId, signerId, attempts };
  if (!event || !endpoint) return { ...common, kind: 'mail', mail: readMail(item.mail) };
  const { endpointId, url, sealedSecret } = endpoint;
  const secret = seal.open(sealedSecret, endpointId);
  const delivery = { endpointId, url, secret, event: event.event, body: event.body };
  return { ...common, kind: 'delivery', ...delivery };
}

/** Ends a try: counts and logs it, frees the lease. What is done or given up stays so, whoever comes late. */
export async function settleOutbox(
  db: Database,
  id: string,
  { result, verdict }: { result: TryResult & { readonly at: Date }; verdict: Verdict },
): Promise<void> {
  const { at, ok, status, error, body, durationMs, retryAfterMs } = result;
  const dueAt = verdict.state === 'queued' ? verdict.dueAt.toISOString() : null;
  await db.execute(sql`
    WITH ended AS (
      UPDATE ${outbox} SET attempts = attempts + 1, leased_until = NULL,
        state = CASE WHEN state = 'queued' THEN ${verdict.state}::text ELSE state END,
        due_at = coalesce(${dueAt}::timestamptz, due_at)
      WHERE id = ${id}::uuid RETURNING seq, attempts)
    INSERT INTO ${outboxTries}
      (outbox_seq, number, at, ok, status, error, body, duration_ms, retry_after_ms)
    SELECT seq, attempts, ${at.toISOString()}::timestamptz, ${ok}::boolean, ${status}::int,
      ${error}::text, ${body === null ? null : Buffer.from(body)}::bytea,
      ${Math.round(durationMs)}::int, round(${retryAfterMs}::numeric) FROM ended`);
}

/** When the next item can be claimed, of those due until a moment if it is given; undefined when none waits. */
export async function nextOutboxDue(db: Database, until?: Date): Promise<Date | undefined> {
  const all = waiting(db, until && lte(outbox.dueAt, until));
  const [row] = await db
    .select({ due: sql`min(greatest(${all.dueAt}, ${all.leasedUntil}))`.mapWith(outbox.dueAt) })
    .from(all)
    .where(sql`NOT ${all.isHeld}`);
  return row?.due ?? undefined;
}
