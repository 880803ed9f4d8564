import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type {
  OutboxClaim,
  OutboxItem,
  QueuedDelivery,
  QueuedMail,
  TryTrigger,
  Verdict,
} from '../../../domain/outbox.ts';
import type { Database } from '../database.ts';
import { readMail } from '../documents/checked-json.ts';
import { runInOneGo } from '../run-transaction.ts';
import type { SecretSeal } from '../webhooks/secret-seal.ts';
import { IN_LANE, IS_HELD, LANES, LOCK_CLAIMS, MAIL_LANE } from './lanes.ts';

/** What a claim's transaction begins with. */
export const BEGIN_CLAIM = `BEGIN; ${LOCK_CLAIMS}`;

/**
 * The same on a server: a claim need not wait for the disk, since the server outlives whoever claims. Should the
 * server itself crash, what was claimed last is claimed again: delivered twice at worst, never lost.
 */
export const BEGIN_CLAIM_ON_SERVER = `${BEGIN_CLAIM}; SET LOCAL synchronous_commit = off`;

/**
 * Locks and reads row by row, or a plan for few rows would read all that waits. What a lane has beyond its places is not
 * read where others have as much to give. $1 now, $2 until when, $3 how many, $4 how many a lane, $5 the endpoint served
 * last, $6 who leases, $7 what is over, $8 how many ahead, $9 but not of these.
 */
const CLAIM = `WITH ${LANES},
  leased AS MATERIALIZED (
    SELECT lane, count(*) FILTER (WHERE seq <> ALL ($7::bigint[]))::int AS busy, array_agg(seq) AS seqs,
        bool_and(holder = $6::uuid) AS is_own
      FROM outbox_leases WHERE until > $1::timestamptz GROUP BY lane),
  places AS MATERIALIZED (
    SELECT lanes.*, most - coalesce(busy, 0) AS free, coalesce(seqs, '{}') AS seqs
      FROM lanes LEFT JOIN leased USING (lane)
      CROSS JOIN LATERAL (SELECT CASE WHEN failures >= $4::int THEN 1
        WHEN failures = 0 AND coalesce(is_own, true) AND endpoint_id <> ALL ($9::text[]) THEN $4 + $8::int
        ELSE $4 END AS most) places
      WHERE most > coalesce(busy, 0)),
  due AS (
    SELECT item.*, lanes.lane, row_number() OVER (
        PARTITION BY lanes.lane ORDER BY lanes.by_hand DESC, item.due_at, item.seq) - lanes.free AS place
      FROM places lanes CROSS JOIN (
        SELECT greatest($4::int, ceil($3::numeric / greatest(count(*), 1)))::int AS most FROM places) share
      CROSS JOIN LATERAL (
        SELECT w.seq, w.due_at FROM outbox_waiting w WHERE ${IN_LANE} AND w.due_at <= $1::timestamptz
          AND w.seq <> ALL (lanes.seqs) AND NOT (${IS_HELD})
        ORDER BY w.due_at, w.seq LIMIT least(lanes.free, share.most)) item),
  served AS (
    SELECT coalesce(max(seq), ${MAIL_LANE}) AS lane FROM webhook_endpoints WHERE endpoint_id = $5),
  chosen AS (
    SELECT due.seq, row_number() OVER (
        ORDER BY place, due.lane <= served.lane, due.lane, due_at, due.seq) AS turn
      FROM due CROSS JOIN served WHERE place <= 0 ORDER BY turn LIMIT $3::int),
  taken AS (
    SELECT item.*, turn, row_number() OVER (PARTITION BY item.lane ORDER BY turn) = 1 AS is_first,
        greatest(item.attempts, l.number) + 1 AS number, l.seq IS NOT NULL AS was_leased,
        o.id, o.mail, o.document_id AS mail_document_id, o.signer_id, o.event_seq, o.created_at
      FROM chosen CROSS JOIN LATERAL (
        SELECT w.* FROM outbox_waiting w WHERE w.seq = chosen.seq AND w.due_at <= $1::timestamptz
          FOR UPDATE SKIP LOCKED) item
      CROSS JOIN LATERAL (SELECT * FROM outbox WHERE seq = item.seq OFFSET 0) o
      LEFT JOIN LATERAL (SELECT * FROM outbox_leases WHERE seq = item.seq OFFSET 0) l ON true),
  leases AS (
    INSERT INTO outbox_leases (seq, lane, until, holder, number)
      SELECT seq, lane, $2::timestamptz, $6::uuid, number FROM taken WHERE NOT was_leased),
  cut_off AS (
    UPDATE outbox_leases l SET until = $2::timestamptz, holder = $6::uuid, number = taken.number
      FROM taken WHERE was_leased AND l.seq = taken.seq)
  SELECT taken.id, taken.seq, lane, coalesce(event.document_id, mail_document_id) AS document_id, signer_id,
      mail, taken.created_at, number, step, by_hand, was_leased, resume_state, resume_at,
      event.event, convert_from(event.body, 'UTF8') AS body, e.endpoint_id, e.url, e.sealed_secret,
      e.no_success_since, e.failures, e.failing_since
    FROM taken LEFT JOIN LATERAL (SELECT * FROM events WHERE seq = event_seq OFFSET 0) event ON true
    LEFT JOIN LATERAL (SELECT * FROM webhook_endpoints WHERE seq = taken.lane AND is_first OFFSET 0) e ON true
    ORDER BY turn`;

/** What a claim answers: an item, and for a delivery its event; the endpoint comes with the first of its items. */
interface ClaimedRow {
  readonly id: string;
  /** A bigint, which comes as text. */
  readonly seq: string;
  readonly lane: string;
  readonly document_id: string | null;
  readonly signer_id: string | null;
  readonly mail: unknown;
  readonly created_at: Date;
  readonly number: number;
  readonly step: number;
  readonly by_hand: boolean;
  readonly resume_state: Verdict['state'] | null;
  readonly resume_at: Date | null;
  /** The lease before ran out: who held it is gone. */
  readonly was_leased: boolean;
  readonly endpoint_id: string | null;
  readonly event: string | null;
  /** JSON in UTF-8, so that a text keeps its bytes; it is half as long as bytes are in hexadecimal. */
  readonly body: string | null;
  readonly url: string | null;
  readonly sealed_secret: Buffer | null;
  readonly no_success_since: Date | null;
  readonly failures: number | null;
  readonly failing_since: Date | null;
}

/** Leases due items; two senders never get the same item while its lease lasts. */
export async function claimOutbox(
  pool: Pool,
  open: SecretSeal['open'],
  { claim, begin }: { claim: OutboxClaim; begin: string },
): Promise<OutboxItem[]> {
  const { now, leaseUntil, limit, perLane, after = '', over = [], ahead = 0, slow = [] } = claim;
  const { holder = randomUUID() } = claim;
  const values = [now, leaseUntil, limit, perLane, after, holder, over, ahead, slow];
  const query = { name: 'claim_outbox', text: CLAIM, values };
  const rows = await runInOneGo<ClaimedRow>(pool, query, begin);
  const endpoints = new Map<string, ClaimedEndpoint>();
  return rows.map((row) => {
    const endpoint = endpoints.get(row.lane) ?? endpointOf(row, open);
    if (endpoint) endpoints.set(row.lane, endpoint);
    return toItem(row, { holder, endpoint });
  });
}

/** What the deliveries of a claim to one endpoint share. */
type ClaimedEndpoint = Pick<QueuedDelivery, 'endpointId' | 'url' | 'secret' | 'health'>;

function endpointOf(row: ClaimedRow, open: SecretSeal['open']): ClaimedEndpoint | undefined {
  const { endpoint_id: endpointId, url, sealed_secret: sealedSecret } = row;
  if (!endpointId || !url || !sealedSecret) return undefined;
  const health = {
    noSuccessSince: row.no_success_since ?? row.created_at,
    failures: row.failures ?? 0,
    failingSince: row.failing_since,
  };
  return { endpointId, url, secret: open(sealedSecret, endpointId), health };
}

function toItem(
  row: ClaimedRow,
  { holder, endpoint }: { holder: string; endpoint: ClaimedEndpoint | undefined },
): OutboxItem {
  return Object.assign(workOf(row, endpoint), {
    id: row.id,
    seq: Number(row.seq),
    documentId: row.document_id,
    signerId: row.signer_id,
    createdAt: row.created_at,
    attempt: row.number,
    step: row.step,
    trigger: triggerOf(row),
    resume: resumeOf(row),
    holder,
  });
}

function workOf(
  { event, body, mail }: ClaimedRow,
  endpoint: ClaimedEndpoint | undefined,
): QueuedMail | QueuedDelivery {
  if (!endpoint || !event || !body) return { kind: 'mail', mail: readMail(mail) };
  const { endpointId, url, secret, health } = endpoint;
  return { kind: 'delivery', endpointId, url, secret, event, body: Buffer.from(body), health };
}

function triggerOf({ was_leased: wasLeased, by_hand: byHand }: ClaimedRow): TryTrigger {
  if (wasLeased) return 'recovery';
  return byHand ? 'manual' : 'auto';
}

function resumeOf({ resume_state: state, resume_at: dueAt }: ClaimedRow): Verdict | null {
  if (state === 'queued') return dueAt && { state, dueAt };
  return state && { state };
}

/** Of each lane the first that waits, and when its leases run out. */
const NEXT_DUE = `WITH ${LANES},
  leased AS MATERIALIZED (
    SELECT lane, min(until) AS until, array_agg(seq) AS seqs FROM outbox_leases GROUP BY lane),
  taken AS MATERIALIZED (
    SELECT lanes.*, until, coalesce(seqs, '{}') AS seqs FROM lanes LEFT JOIN leased USING (lane))
  SELECT min(least(until, due)) AS due FROM taken lanes LEFT JOIN LATERAL (
    SELECT w.due_at AS due FROM outbox_waiting w WHERE ${IN_LANE}
      AND w.seq <> ALL (lanes.seqs) AND NOT (${IS_HELD})
      ORDER BY w.due_at, w.seq LIMIT 1) first ON true`;

/** When the next item can be claimed; undefined when none waits. */
export async function nextOutboxDue(db: Database): Promise<Date | undefined> {
  const asked = { name: 'next_outbox_due', text: NEXT_DUE };
  const { rows } = await db.$client.query<{ due: Date | null }>(asked);
  return rows[0]?.due ?? undefined;
}
