import { randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { OutboxItem, TryTrigger, Verdict } from '../../domain/outbox.ts';
import { readMail } from './checked-json.ts';
import type { Database } from './database.ts';
import { outbox } from './schema/outbox.ts';
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
  const { seq, dueAt, leasedUntil, endpointId, documentId, step } = outbox;
  const firstTry = sql`min(${seq}) FILTER (WHERE ${step} = 0)
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

/** Leases what is chosen; answers which rows, and of each whether a lease before ran out on it. */
async function lease(db: Database, claim: Claim): Promise<Map<number, boolean>> {
  const { now, leaseUntil } = claim;
  await db.execute(sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`);
  const isFree = or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, now));
  const chosen = db.$with('chosen').as(chooseDue(db, claim));
  const free = db.$with('free').as(
    db
      .select({
        seq: outbox.seq,
        wasLeased: sql<boolean>`${outbox.lease} IS NOT NULL`.as('was_leased'),
      })
      .from(outbox)
      .innerJoin(chosen, eq(chosen.seq, outbox.seq))
      .where(and(eq(outbox.state, 'queued'), isFree))
      .for('update', { of: outbox, skipLocked: true }),
  );
  const leased = await db
    .with(chosen, free)
    .update(outbox)
    .set({
      leasedUntil: leaseUntil,
      lease: randomUUID(),
      attempts: sql`${outbox.attempts} + 1`,
    })
    .from(free)
    .where(eq(outbox.seq, free.seq))
    .returning({ seq: outbox.seq, wasLeased: free.wasLeased });
  return new Map(leased.map(({ seq, wasLeased }) => [seq, wasLeased]));
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
  if (leased.size === 0) return [];
  const rows = await db
    .select({ item: outbox, event: events, endpoint: webhookEndpoints })
    .from(outbox)
    .leftJoin(events, eq(events.seq, outbox.eventSeq))
    .leftJoin(webhookEndpoints, eq(webhookEndpoints.endpointId, outbox.endpointId))
    .where(inArray(outbox.seq, [...leased.keys()]))
    .orderBy(asc(outbox.dueAt), asc(outbox.seq));
  return rows.map((row) => toItem(row, { seal, wasLeased: leased.get(row.item.seq) === true }));
}

interface ClaimedRow {
  readonly item: typeof outbox.$inferSelect;
  readonly event: typeof events.$inferSelect | null;
  readonly endpoint: typeof webhookEndpoints.$inferSelect | null;
}

function toItem(
  { item, event, endpoint }: ClaimedRow,
  { seal, wasLeased }: { seal: SecretSeal; wasLeased: boolean },
): OutboxItem {
  const { id, documentId, signerId, createdAt, step } = item;
  const trigger: TryTrigger = wasLeased ? 'recovery' : item.trigger;
  const counts = { attempt: item.attempts, step, trigger, resume: resumeOf(item) };
  const common = { id, documentId, signerId, createdAt, ...counts, lease: item.lease ?? '' };
  if (!event || !endpoint) return { ...common, kind: 'mail', mail: readMail(item.mail) };
  const { endpointId, url, sealedSecret } = endpoint;
  const secret = seal.open(sealedSecret, endpointId);
  const delivery = { endpointId, url, secret, event: event.event, body: event.body };
  return { ...common, kind: 'delivery', ...delivery };
}

function resumeOf({ resumeState, resumeAt }: ClaimedRow['item']): Verdict | null {
  if (resumeState === 'queued' && resumeAt) return { state: resumeState, dueAt: resumeAt };
  return resumeState === null || resumeState === 'queued' ? null : { state: resumeState };
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
