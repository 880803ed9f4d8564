import type { Pool } from 'pg';
import type {
  OutboxClaim,
  OutboxItem,
  QueuedDelivery,
  QueuedMail,
  TryTrigger,
  Verdict,
} from '../../../domain/outbox.ts';
import { queueOf } from '../../../domain/outbox.ts';
import type { Database } from '../database.ts';
import { readMail } from '../documents/checked-json.ts';
import type { SecretSeal } from '../webhooks/secret-seal.ts';

/** An endpoint that failed so often in a row gets one attempt at a time until it succeeds. */
const FAILURES = 4;

/** True of a delivery whose attempt is in progress, or was cut off by a crash: it has no entry in the log yet. */
export const IS_UNFINISHED = `d.attempts > 0 AND NOT EXISTS (SELECT FROM delivery_attempts a
  WHERE a.delivery_seq = d.seq AND a.number = d.attempts)`;

/**
 * Finds the queues by skipping from key to key of their index, and leases the oldest due rows of each. A first attempt
 * waits for older ones of its endpoint and document. $1 now, $2 lease until, $3 most rows, $4 most rows of a queue,
 * $5 rows that this process holds, $6 their queues.
 */
const CLAIM = `WITH RECURSIVE queues (queue, by_hand) AS (
    (SELECT coalesce(endpoint_id, ''), by_hand FROM deliveries WHERE state = 'queued' ORDER BY 1, 2 LIMIT 1)
    UNION ALL
    SELECT next.* FROM queues CROSS JOIN LATERAL (
      SELECT coalesce(endpoint_id, ''), by_hand FROM deliveries WHERE state = 'queued'
        AND (coalesce(endpoint_id, ''), by_hand) > (queues.queue, queues.by_hand)
        ORDER BY 1, 2 LIMIT 1) next),
  open AS MATERIALIZED (
    SELECT queues.*, e.url, e.sealed_secret, e.no_success_since, e.failures, e.failing_since,
        CASE WHEN e.failures >= ${FAILURES} THEN 1 ELSE $4::int END - coalesce(held.count, 0) AS room
      FROM queues LEFT JOIN webhook_endpoints e ON e.endpoint_id = queue
      LEFT JOIN (SELECT queue, count(*) FROM unnest($6::text[]) AS held (queue) GROUP BY 1) held
        USING (queue)
      WHERE e.enabled IS NOT FALSE OR by_hand),
  due AS MATERIALIZED (
    SELECT open.*, due.seq, next_at, row_number() OVER (PARTITION BY queue ORDER BY next_at, due.seq) AS place
      FROM open CROSS JOIN LATERAL (
        SELECT seq, next_at FROM deliveries d
          WHERE coalesce(endpoint_id, '') = open.queue AND by_hand = open.by_hand
            AND state = 'queued' AND next_at <= $1::timestamptz AND seq <> ALL ($5::bigint[])
            AND NOT (step = 0 AND EXISTS (SELECT FROM deliveries first
              WHERE first.state = 'queued' AND first.step = 0 AND first.endpoint_id = d.endpoint_id
                AND first.document_id = d.document_id AND first.seq < d.seq))
          ORDER BY next_at, seq LIMIT greatest(room, 0) FOR UPDATE SKIP LOCKED) due
      ORDER BY place, next_at, due.seq LIMIT $3::int),
  leased AS (
    UPDATE deliveries d SET attempts = attempts + 1, next_at = $2::timestamptz
      FROM due WHERE d.seq = due.seq
      RETURNING d.*, place, url, sealed_secret, no_success_since, failures, failing_since)
  SELECT leased.*, event, convert_from(body, 'UTF8') AS body,
      attempts > 1 AND NOT EXISTS (SELECT FROM delivery_attempts a
        WHERE a.delivery_seq = leased.seq AND a.number = attempts - 1) AS is_recovery
    FROM leased LEFT JOIN events ON events.seq = event_seq ORDER BY place, leased.seq`;

interface ClaimedRow {
  readonly id: string;
  /** A bigint, which comes as text. */
  readonly seq: string;
  readonly document_id: string | null;
  readonly signer_id: string | null;
  readonly mail: unknown;
  readonly created_at: Date;
  readonly attempts: number;
  readonly step: number;
  readonly by_hand: boolean;
  readonly resume_state: Verdict['state'] | null;
  readonly resume_at: Date | null;
  readonly is_recovery: boolean;
  readonly event: string | null;
  /** JSON in UTF-8: as text it keeps its bytes, and is half as long as bytes in hexadecimal. */
  readonly body: string | null;
  readonly endpoint_id: string | null;
  readonly url: string | null;
  readonly sealed_secret: Buffer | null;
  readonly no_success_since: Date | null;
  readonly failures: number | null;
  readonly failing_since: Date | null;
}

/** Leases due items; two processes never get the same item while its lease lasts. */
export async function claimOutbox(
  db: Database,
  seal: SecretSeal,
  { now, leaseUntil, limit, perQueue, held = [] }: OutboxClaim,
): Promise<OutboxItem[]> {
  const values = [now, leaseUntil, limit, perQueue, held.map(({ seq }) => seq), held.map(queueOf)];
  const query = { name: 'claim_outbox', text: CLAIM, values };
  const { rows } = await db.$client.query<ClaimedRow>(query);
  const secrets = new Map<string, string>();
  return rows.map((row) => ({
    ...workOf(row, (sealed, endpointId) => {
      const secret = secrets.get(endpointId) ?? seal.open(sealed, endpointId);
      secrets.set(endpointId, secret);
      return secret;
    }),
    id: row.id,
    seq: Number(row.seq),
    documentId: row.document_id,
    signerId: row.signer_id,
    createdAt: row.created_at,
    attempt: row.attempts,
    step: row.step,
    trigger: triggerOf(row),
    resume: resumeOf(row),
  }));
}

function workOf(row: ClaimedRow, open: SecretSeal['open']): QueuedMail | QueuedDelivery {
  const { endpoint_id: endpointId, url, sealed_secret: sealed, event, body } = row;
  if (!endpointId || !url || !sealed || !event || !body) {
    return { kind: 'mail', mail: readMail(row.mail) };
  }
  const health = {
    noSuccessSince: row.no_success_since ?? row.created_at,
    failures: row.failures ?? 0,
    failingSince: row.failing_since,
  };
  const secret = open(sealed, endpointId);
  return { kind: 'delivery', endpointId, url, secret, event, body: Buffer.from(body), health };
}

function triggerOf({ is_recovery: isRecovery, by_hand: byHand }: ClaimedRow): TryTrigger {
  if (isRecovery) return 'recovery';
  return byHand ? 'manual' : 'auto';
}

function resumeOf({ resume_state: state, resume_at: dueAt }: ClaimedRow): Verdict | null {
  if (state === 'queued') return dueAt && { state, dueAt };
  return state && { state };
}

const FREE_LEASES = `UPDATE deliveries d SET next_at = to_timestamp(0)
  WHERE state = 'queued' AND ${IS_UNFINISHED}`;

/** Ends every lease, of a database that nobody else has open: whatever a crash cut off is due now. */
export async function freeLeases(pool: Pool): Promise<void> {
  await pool.query(FREE_LEASES);
}
