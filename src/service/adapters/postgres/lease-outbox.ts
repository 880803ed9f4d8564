import type { SQL } from 'drizzle-orm';
import { and, asc, count, eq, gt, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
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

/** Queued, not behind a first try of its endpoint and document, and its endpoint is not off. */
function isClaimable(db: Database): SQL | undefined {
  const earlier = alias(outbox, 'earlier');
  const isBehind = and(
    eq(earlier.endpointId, outbox.endpointId),
    eq(earlier.documentId, outbox.documentId),
    sql`${earlier.seq} < ${outbox.seq}`,
    // Literals, since the index over first tries is a partial one.
    sql`${earlier.state} = 'queued' AND ${earlier.attempts} = 0`,
  );
  const isOff = and(
    eq(webhookEndpoints.endpointId, outbox.endpointId),
    eq(webhookEndpoints.enabled, false),
  );
  return and(
    sql`${outbox.state} = 'queued'`,
    notExists(db.select({ one: sql`1` }).from(earlier).where(isBehind)),
    notExists(db.select({ one: sql`1` }).from(webhookEndpoints).where(isOff)),
  );
}

/** Any number, the same in every process: who claims holds it, so that what others have leased is counted whole. */
const CLAIM_LOCK = 7_236_441_016;

/** The due items in their order, as far as their lanes (an endpoint each, and mails) have places free. */
function chooseDue(db: Database, { now, limit, perLane }: Claim) {
  const busy = db
    .select({ lane: sql`${outbox.endpointId}`.as('busy_lane'), count: count().as('busy_count') })
    .from(outbox)
    .where(and(sql`${outbox.state} = 'queued'`, gt(outbox.leasedUntil, now)))
    .groupBy(outbox.endpointId)
    .as('busy');
  const { endpointId, dueAt, seq } = outbox;
  const place = sql`row_number() OVER (PARTITION BY ${endpointId} ORDER BY ${dueAt}, ${seq})`;
  const isFree = or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, now));
  const due = db
    .select({ seq, dueAt, lane: sql`${endpointId}`.as('due_lane'), place: place.as('place') })
    .from(outbox)
    .where(and(lte(dueAt, now), isFree, isClaimable(db)))
    .as('due');
  return db
    .select({ seq: due.seq })
    .from(due)
    .leftJoin(busy, sql`${busy.lane} IS NOT DISTINCT FROM ${due.lane}`)
    .where(sql`${due.place} + coalesce(${busy.count}, 0) <= ${perLane}`)
    .orderBy(asc(due.dueAt), asc(due.seq))
    .limit(limit);
}

async function lease(db: Database, claim: Claim): Promise<number[]> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`);
  const chosen = db.$with('chosen').as(chooseDue(db, claim));
  const free = db
    .$with('free')
    .as(
      db
        .select({ seq: outbox.seq })
        .from(outbox)
        .innerJoin(chosen, eq(chosen.seq, outbox.seq))
        .where(sql`${outbox.state} = 'queued'`)
        .for('update', { of: outbox, skipLocked: true }),
    );
  const leased = await db
    .with(chosen, free)
    .update(outbox)
    .set({ leasedUntil: claim.leaseUntil })
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

/** When the next item can be claimed; undefined when none waits. */
export async function nextOutboxDue(db: Database): Promise<Date | undefined> {
  const [row] = await db
    .select({
      due: sql`min(greatest(${outbox.dueAt}, ${outbox.leasedUntil}))`.mapWith(outbox.dueAt),
    })
    .from(outbox)
    .where(isClaimable(db));
  return row?.due ?? undefined;
}
