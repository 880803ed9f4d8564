import { and, asc, eq, sql } from 'drizzle-orm';
import type { EventFact, MailNotice, TestFact } from '../../domain/outbox.ts';
import type { Database } from './database.ts';
import { outbox } from './schema/outbox.ts';
import { events, webhookEndpoints } from './schema/webhooks.ts';

/** Stores an event's exact bytes; answers its place among all. */
async function storeEvent(db: Database, stored: typeof events.$inferInsert): Promise<number> {
  const [row] = await db.insert(events).values(stored).returning({ seq: events.seq });
  if (!row) throw new Error('The event was not stored.');
  return row.seq;
}

/** Most that waits for one endpoint: an outage of a week must not fill the disk with what nobody takes. */
const MOST_WAITING = 10_000;

/** What waits for the endpoint of the query around it, counted no further than needed. */
const WAITING = sql<number>`(SELECT count(*)::int FROM (SELECT FROM ${outbox} o
  WHERE coalesce(o.endpoint_id, '') = webhook_endpoints.endpoint_id AND o.trigger = 'auto'
    AND o.state = 'queued' LIMIT ${MOST_WAITING}) waiting)`;

/** What became of an event's deliveries. */
export interface QueuedEvent {
  /** How many wait to be tried. */
  readonly queued: number;
  /** Endpoints for which so much waits that this one was kept as skipped. */
  readonly full: readonly string[];
}

/**
 * Stores an event's exact bytes and queues a delivery to each endpoint that is enabled now, in their order; answers
 * how many. To one that is off, or for which too much waits, the delivery is kept as skipped.
 */
export async function queueEvent(
  db: Database,
  { accountId, documentId, event }: EventFact,
  at: Date,
): Promise<QueuedEvent> {
  const body = Buffer.from(JSON.stringify(event));
  const stored = { accountId, documentId, event: event.event, body, createdAt: at };
  const eventSeq = await storeEvent(db, stored);
  const { endpointId, enabled } = webhookEndpoints;
  const endpoints = await db
    .select({ endpointId, enabled, waiting: WAITING })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, accountId), eq(webhookEndpoints.removed, false)))
    .orderBy(asc(webhookEndpoints.seq))
    // Who switches one off or removes it at this moment waits, and then finds this delivery.
    .for('share');
  if (endpoints.length === 0) return { queued: 0, full: [] };
  const delivery = { kind: 'delivery', documentId, eventSeq, dueAt: at, createdAt: at } as const;
  const isFull = ({ waiting }: { waiting: number }) => waiting >= MOST_WAITING;
  const isTaken = (to: (typeof endpoints)[number]) => to.enabled && !isFull(to);
  const rows = endpoints.map((to) => {
    const state = isTaken(to) ? ('queued' as const) : ('skipped' as const);
    return { ...delivery, endpointId: to.endpointId, state };
  });
  await db.insert(outbox).values(rows);
  const full = endpoints.filter((to) => to.enabled && isFull(to));
  const queued = endpoints.filter(isTaken).length;
  return { queued, full: full.map((to) => to.endpointId) };
}

/** Queues an event to one endpoint, on or off, to be tried once; answers the delivery's id. */
export async function queueTest(
  db: Database,
  { accountId, endpointId, event }: TestFact,
  at: Date,
): Promise<string> {
  const body = Buffer.from(JSON.stringify(event));
  const eventSeq = await storeEvent(db, { accountId, event: event.event, body, createdAt: at });
  const once = { trigger: 'manual', resumeState: 'failed' } as const;
  const [row] = await db
    .insert(outbox)
    .values({ kind: 'delivery', endpointId, eventSeq, ...once, dueAt: at, createdAt: at })
    .returning({ id: outbox.id });
  if (!row) throw new Error('The test was not queued.');
  return row.id;
}

/** Queues a mail, due at once unless told. */
export async function queueMail(
  db: Database,
  mail: MailNotice,
  {
    at,
    dueAt = at,
    ...to
  }: { documentId: string | null; signerId: string | null; at: Date; dueAt?: Date },
): Promise<void> {
  await db.insert(outbox).values({ kind: 'mail', mail, ...to, dueAt, createdAt: at });
}
