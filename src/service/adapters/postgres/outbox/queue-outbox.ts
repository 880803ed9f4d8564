import type { EventFact, MailNotice, TestFact } from '../../../domain/outbox.ts';
import type { Database } from '../database.ts';

/** Most deliveries that wait for one endpoint: an outage of a week must not fill the disk. */
const MOST_WAITING = 10_000;

/**
 * Locks the endpoints: one that is switched off or removed at this moment then finds the new deliveries. $1 account,
 * $2 document, $3 type, $4 body, $5 when.
 */
const QUEUE_EVENT = `WITH event AS (
    INSERT INTO events (account_id, document_id, event, body, created_at)
      VALUES ($1, $2::uuid, $3, $4, $5::timestamptz) RETURNING seq),
  endpoints AS (
    SELECT endpoint_id, enabled, (SELECT count(*) FROM (
        SELECT FROM deliveries d WHERE coalesce(d.endpoint_id, '') = e.endpoint_id AND state = 'queued'
          AND NOT by_hand LIMIT ${MOST_WAITING}) waiting) >= ${MOST_WAITING} AS is_full
      FROM webhook_endpoints e WHERE account_id = $1 AND NOT removed ORDER BY seq FOR SHARE),
  queued AS (
    INSERT INTO deliveries (endpoint_id, event_seq, document_id, state, next_at, created_at)
      SELECT endpoint_id, event.seq, $2::uuid,
          CASE WHEN enabled AND NOT is_full THEN 'queued' ELSE 'skipped' END,
          CASE WHEN enabled AND NOT is_full THEN $5::timestamptz END, $5::timestamptz
        FROM endpoints CROSS JOIN event)
  SELECT endpoint_id, enabled, is_full FROM endpoints`;

/** $1 account, $2 endpoint, $3 type, $4 body, $5 when. */
const QUEUE_TEST = `WITH event AS (
    INSERT INTO events (account_id, event, body, created_at)
      VALUES ($1, $3, $4, $5::timestamptz) RETURNING seq)
  INSERT INTO deliveries (endpoint_id, event_seq, state, next_at, by_hand, resume_state, created_at)
    SELECT $2, seq, 'queued', $5::timestamptz, true, 'failed', $5::timestamptz FROM event
    RETURNING id`;

/** $1 mail, $2 document, $3 signer, $4 when it is due, $5 now. */
const QUEUE_MAIL = `INSERT INTO deliveries (mail, document_id, signer_id, state, next_at, created_at)
  VALUES ($1::jsonb, $2::uuid, $3, 'queued', $4::timestamptz, $5::timestamptz)`;

interface CountedEndpoint {
  readonly endpoint_id: string;
  readonly enabled: boolean;
  readonly is_full: boolean;
}

/** What became of an event's deliveries. */
export interface QueuedEvent {
  /** How many wait to be tried. */
  readonly queued: number;
  /** Endpoints for which so much waits that this one was kept as skipped. */
  readonly full: readonly string[];
}

/**
 * Stores an event's exact bytes and queues a delivery to each enabled endpoint, in their order. For one that is off, or
 * has too many waiting, the delivery is kept as skipped.
 */
export async function queueEvent(
  db: Database,
  { accountId, documentId, event }: EventFact,
  at: Date,
): Promise<QueuedEvent> {
  const body = Buffer.from(JSON.stringify(event));
  const values = [accountId, documentId, event.event, body, at];
  const query = { name: 'queue_event', text: QUEUE_EVENT, values };
  const { rows } = await db.$client.query<CountedEndpoint>(query);
  const enabled = rows.filter((row) => row.enabled);
  const full = enabled.filter((row) => row.is_full);
  return { queued: enabled.length - full.length, full: full.map((row) => row.endpoint_id) };
}

/** Queues an event to one endpoint, on or off, to be tried once; answers the delivery's id. */
export async function queueTest(
  db: Database,
  { accountId, endpointId, event }: TestFact,
  at: Date,
): Promise<string> {
  const body = Buffer.from(JSON.stringify(event));
  const values = [accountId, endpointId, event.event, body, at];
  const { rows } = await db.$client.query<{ id: string }>(QUEUE_TEST, values);
  const [row] = rows;
  if (!row) throw new Error('The test was not queued.');
  return row.id;
}

/** Queues a mail, due at once unless told. */
export async function queueMail(
  db: Database,
  mail: MailNotice,
  {
    documentId,
    signerId,
    at,
    dueAt = at,
  }: { documentId: string | null; signerId: string | null; at: Date; dueAt?: Date },
): Promise<void> {
  const values = [JSON.stringify(mail), documentId, signerId, dueAt, at];
  await db.$client.query({ name: 'queue_mail', text: QUEUE_MAIL, values });
}
