import type { EventFact, MailNotice, TestFact } from '../../domain/outbox.ts';
import type { Database } from './database.ts';
import { outbox } from './schema/outbox.ts';
import { events } from './schema/webhooks.ts';

/** Most that waits for one endpoint: an outage of a week must not fill the disk with what nobody takes. */
const MOST_WAITING = 10_000;

/**
 * $1 account, $2 document, $3 type, $4 body, $5 when. What waits for an endpoint is counted no further than needed. Who
 * switches an endpoint off or removes it at this moment waits for its row, and then finds this delivery.
 */
const QUEUE_EVENT = `WITH event AS (
    INSERT INTO events (account_id, document_id, event, body, created_at)
      VALUES ($1, $2::uuid, $3, $4, $5::timestamptz) RETURNING seq),
  endpoints AS (
    SELECT endpoint_id, seq, enabled, (SELECT count(*) FROM (SELECT FROM outbox o
        WHERE coalesce(o.endpoint_id, '') = e.endpoint_id AND o.trigger = 'auto'
          AND o.state = 'queued' LIMIT ${MOST_WAITING}) waiting) >= ${MOST_WAITING} AS is_full
      FROM webhook_endpoints e WHERE account_id = $1 AND NOT removed ORDER BY seq FOR SHARE),
  deliveries AS (
    INSERT INTO outbox (kind, document_id, endpoint_id, event_seq, state, due_at, created_at)
      SELECT 'delivery', $2::uuid, endpoint_id, event.seq,
          CASE WHEN enabled AND NOT is_full THEN 'queued' ELSE 'skipped' END,
          $5::timestamptz, $5::timestamptz
        FROM endpoints CROSS JOIN event ORDER BY endpoints.seq)
  SELECT endpoint_id, is_full FROM endpoints WHERE enabled`;

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
  const { rows } = await db.$client.query<{ endpoint_id: string; is_full: boolean }>({
    name: 'queue_event',
    text: QUEUE_EVENT,
    values: [accountId, documentId, event.event, body, at],
  });
  const full = rows.filter((row) => row.is_full).map((row) => row.endpoint_id);
  return { queued: rows.length - full.length, full };
}

/** Stores an event's exact bytes; answers its place among all. */
async function storeEvent(db: Database, stored: typeof events.$inferInsert): Promise<number> {
  const [row] = await db.insert(events).values(stored).returning({ seq: events.seq });
  if (!row) throw new Error('The event was not stored.');
  return row.seq;
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
