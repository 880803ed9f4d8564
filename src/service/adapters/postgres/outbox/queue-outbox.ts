import type { EventFact, MailNotice, TestFact } from '../../../domain/outbox.ts';
import type { Database } from '../database.ts';
import type { BacklogGauge } from './backlog-gauge.ts';
import { MOST_WAITING } from './backlog-gauge.ts';
import { MAIL_LANE } from './lanes.ts';

/**
 * $1 account, $2 document, $3 type, $4 body, $5 when, $6 whether to count what waits, no further than needed. Who
 * switches an endpoint off or removes it at this moment waits for its row, and then finds this delivery.
 */
const QUEUE_EVENT = `WITH event AS (
    INSERT INTO events (account_id, document_id, event, body, created_at)
      VALUES ($1, $2::uuid, $3, $4, $5::timestamptz) RETURNING seq),
  endpoints AS (
    SELECT endpoint_id, seq AS lane, enabled, CASE WHEN $6::boolean THEN (SELECT count(*)::int
        FROM (SELECT FROM outbox_waiting w WHERE w.lane = e.seq AND NOT w.by_hand
          LIMIT ${MOST_WAITING}) w) ELSE 0 END AS waiting
      FROM webhook_endpoints e WHERE account_id = $1 AND NOT removed ORDER BY seq FOR SHARE),
  deliveries AS (
    INSERT INTO outbox (kind, endpoint_id, event_seq, given_up, created_at)
      SELECT 'delivery', endpoint_id, event.seq,
          CASE WHEN enabled AND waiting < ${MOST_WAITING} THEN NULL ELSE 'skipped' END,
          $5::timestamptz
        FROM endpoints CROSS JOIN event ORDER BY lane
      RETURNING seq, endpoint_id, given_up),
  queued AS (
    INSERT INTO outbox_waiting (seq, lane, due_at, document_id)
      SELECT seq, lane, $5::timestamptz, $2::uuid
        FROM deliveries JOIN endpoints USING (endpoint_id) WHERE given_up IS NULL ORDER BY seq)
  SELECT endpoint_id, enabled, waiting FROM endpoints`;

/** $1 account, $2 endpoint, $3 type, $4 body, $5 when. */
const QUEUE_TEST = `WITH event AS (
    INSERT INTO events (account_id, event, body, created_at)
      VALUES ($1, $3, $4, $5::timestamptz) RETURNING seq),
  delivery AS (
    INSERT INTO outbox (kind, endpoint_id, event_seq, created_at)
      SELECT 'delivery', $2, seq, $5::timestamptz FROM event RETURNING seq, id),
  queued AS (
    INSERT INTO outbox_waiting (seq, lane, due_at, by_hand, resume_state)
      SELECT delivery.seq, e.seq, $5::timestamptz, true, 'failed'
        FROM delivery CROSS JOIN webhook_endpoints e WHERE e.endpoint_id = $2 RETURNING seq)
  SELECT id FROM delivery JOIN queued USING (seq)`;

/** $1 mail, $2 document, $3 signer, $4 when it is due, $5 now. */
const QUEUE_MAIL = `WITH mail AS (
    INSERT INTO outbox (kind, mail, document_id, signer_id, created_at)
      VALUES ('mail', $1::jsonb, $2::uuid, $3, $5::timestamptz) RETURNING seq)
  INSERT INTO outbox_waiting (seq, lane, due_at)
    SELECT seq, ${MAIL_LANE}, $4::timestamptz FROM mail`;

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
