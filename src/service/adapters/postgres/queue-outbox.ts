import type { EventFact, MailNotice, TestFact } from '../../domain/outbox.ts';
import type { BacklogGauge } from './backlog-gauge.ts';
import { MOST_WAITING } from './backlog-gauge.ts';
import type { Database } from './database.ts';
import { outbox } from './schema/outbox.ts';
import { events } from './schema/webhooks.ts';

/**
 * $1 account, $2 document, $3 type, $4 body, $5 when, $6 whether to count what waits, no further than needed. Who
 * switches an endpoint off or removes it at this moment waits for its row, and then finds this delivery.
 */
const QUEUE_EVENT = `WITH event AS (
    INSERT INTO events (account_id, document_id, event, body, created_at)
      VALUES ($1, $2::uuid, $3, $4, $5::timestamptz) RETURNING seq),
  endpoints AS (
    SELECT endpoint_id, seq, enabled, CASE WHEN $6::boolean THEN (SELECT count(*)::int
        FROM (SELECT FROM outbox o WHERE coalesce(o.endpoint_id, '') = e.endpoint_id
          AND o.trigger = 'auto' AND o.state = 'queued' LIMIT ${MOST_WAITING}) o) ELSE 0 END AS waiting
      FROM webhook_endpoints e WHERE account_id = $1 AND NOT removed ORDER BY seq FOR SHARE),
  deliveries AS (
    INSERT INTO outbox (kind, document_id, endpoint_id, event_seq, state, due_at, created_at)
      SELECT 'delivery', $2::uuid, endpoint_id, event.seq,
          CASE WHEN enabled AND waiting < ${MOST_WAITING} THEN 'queued' ELSE 'skipped' END,
          $5::timestamptz, $5::timestamptz
        FROM endpoints CROSS JOIN event ORDER BY endpoints.seq)
  SELECT endpoint_id, enabled, waiting FROM endpoints`;

interface CountedEndpoint {
  readonly endpoint_id: string;
  readonly enabled: boolean;
  /** 0 where it was not counted. */
  readonly waiting: number;
}

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
  { at, gauge }: { at: Date; gauge: BacklogGauge },
): Promise<QueuedEvent> {
  const body = Buffer.from(JSON.stringify(event));
  const isCounted = !gauge.takeRoom(accountId);
  const { rows } = await db.$client.query<CountedEndpoint>({
    name: 'queue_event',
    text: QUEUE_EVENT,
    values: [accountId, documentId, event.event, body, at, isCounted],
  });
  if (isCounted) gauge.note(accountId, Math.max(0, ...rows.map(({ waiting }) => waiting)));
  const enabled = rows.filter((row) => row.enabled);
  const full = enabled.filter(({ waiting }) => waiting >= MOST_WAITING);
  return { queued: enabled.length - full.length, full: full.map((row) => row.endpoint_id) };
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
