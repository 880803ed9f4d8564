import { randomUUID } from 'node:crypto';
import type { OutboxItem, TryTrigger, Verdict } from '../../domain/outbox.ts';
import { readMail } from './checked-json.ts';
import type { Database } from './database.ts';
import type { SecretSeal } from './secret-seal.ts';

/** What a sender asks for. */
export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  /** Most items leased at once for one endpoint, and for mails. */
  readonly perLane: number;
  /** Lane that was served last: the round goes on behind it. */
  readonly after?: string;
}

/** Any number, the same in every process: who claims holds it, or together they would exceed a lane's places. */
const CLAIM_LOCK = 7_236_441_016;

/** What a claim's transaction begins with. Its plan must not hang on statistics, which a queue never has. */
export const BEGIN_CLAIM = `BEGIN; SET LOCAL plan_cache_mode = force_generic_plan;
  SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`;

/**
 * The same on a server: a claim need not wait for the disk, since the server outlives whoever claims. Should the
 * server itself crash, what was claimed last is claimed again: delivered twice at worst, never lost.
 */
export const BEGIN_CLAIM_ON_SERVER = `${BEGIN_CLAIM}; SET LOCAL synchronous_commit = off`;

/**
 * The lanes in which something is queued, found by leaps over their index: an endpoint each, and the empty name for
 * mails. What is due by hand is apart, since it goes out whether its endpoint is on or off.
 */
const LANES = `RECURSIVE queued (lane, trigger) AS (
    (SELECT coalesce(endpoint_id, ''), trigger FROM outbox WHERE state = 'queued'
      ORDER BY 1, 2 LIMIT 1)
    UNION ALL
    SELECT next.* FROM queued CROSS JOIN LATERAL (
      SELECT coalesce(o.endpoint_id, ''), o.trigger FROM outbox o WHERE o.state = 'queued'
        AND (coalesce(o.endpoint_id, ''), o.trigger) > (queued.lane, queued.trigger)
      ORDER BY 1, 2 LIMIT 1) next),
  lanes AS (
    SELECT queued.* FROM queued LEFT JOIN webhook_endpoints ON endpoint_id = lane
      WHERE enabled IS NOT FALSE OR trigger = 'manual')`;

const IN_LANE = `coalesce(o.endpoint_id, '') = lanes.lane AND o.trigger = lanes.trigger
  AND o.state = 'queued'`;

/** Behind a first try of its endpoint and document that is not over. */
const IS_HELD = `o.step = 0 AND EXISTS (SELECT FROM outbox first WHERE first.state = 'queued'
  AND first.step = 0 AND first.endpoint_id = o.endpoint_id
  AND first.document_id = o.document_id AND first.seq < o.seq)`;

/** Locks row by row, or a plan for few rows would read all that waits. $1 now, $2 until when, $3 how many, $4 how many a lane, $5 the lane served last, $6 the lease's name. */
const CLAIM = `WITH ${LANES},
  places AS MATERIALIZED (
    SELECT lanes.*, $4::int - (SELECT count(*)::int FROM outbox busy
        WHERE coalesce(busy.endpoint_id, '') = lane AND busy.leased_until IS NOT NULL
          AND busy.leased_until > $1::timestamptz) AS free FROM lanes),
  due AS (
    SELECT item.*, lanes.lane, row_number() OVER (
        PARTITION BY lanes.lane ORDER BY lanes.trigger DESC, item.due_at, item.seq) - lanes.free AS place
      FROM places lanes CROSS JOIN LATERAL (
        SELECT o.seq, o.due_at FROM outbox o WHERE ${IN_LANE} AND o.due_at <= $1::timestamptz
          AND (o.leased_until IS NULL OR o.leased_until <= $1::timestamptz) AND NOT (${IS_HELD})
        ORDER BY o.due_at, o.seq LIMIT greatest(lanes.free, 0)) item),
  chosen AS (
    SELECT seq, row_number() OVER (ORDER BY place, lane <= $5::text, lane, due_at, seq) AS turn
      FROM due WHERE place <= 0 ORDER BY turn LIMIT $3::int),
  free AS (
    SELECT item.*, turn FROM chosen CROSS JOIN LATERAL (
      SELECT o.seq, o.lease IS NOT NULL AS was_leased FROM outbox o WHERE o.seq = chosen.seq
        AND o.state = 'queued' AND (o.leased_until IS NULL OR o.leased_until <= $1::timestamptz)
        FOR UPDATE SKIP LOCKED) item),
  leased AS (
    UPDATE outbox o SET leased_until = $2::timestamptz, lease = $6::uuid, attempts = o.attempts + 1
      FROM free WHERE o.seq = free.seq RETURNING o.*, was_leased, turn)
  SELECT leased.*, event, body, url, sealed_secret, no_success_since, failures, failing_since FROM leased
    LEFT JOIN events ON events.seq = event_seq
    LEFT JOIN webhook_endpoints ON webhook_endpoints.endpoint_id = leased.endpoint_id ORDER BY turn`;

/** What a claim answers: an item, and for a delivery its event and endpoint. */
interface ClaimedRow {
  readonly id: string;
  readonly document_id: string | null;
  readonly signer_id: string | null;
  readonly mail: unknown;
  readonly created_at: Date;
  readonly attempts: number;
  readonly step: number;
  readonly trigger: Exclude<TryTrigger, 'recovery'>;
  readonly resume_state: Verdict['state'] | null;
  readonly resume_at: Date | null;
  readonly lease: string;
  /** The lease before ran out: who held it is gone. */
  readonly was_leased: boolean;
  readonly endpoint_id: string | null;
  readonly event: string | null;
  readonly body: Buffer | null;
  readonly url: string | null;
  readonly sealed_secret: Buffer | null;
  readonly no_success_since: Date | null;
  readonly failures: number | null;
  readonly failing_since: Date | null;
}

/**
 * Leases due items within a transaction begun with `BEGIN_CLAIM`, each lane's oldest first and the lanes in turn; two
 * senders never get the same item while its lease lasts.
 */
export async function claimOutbox(
  db: Database,
  seal: SecretSeal,
  claim: Claim,
): Promise<OutboxItem[]> {
  const { now, leaseUntil, limit, perLane, after = '' } = claim;
  const values = [now, leaseUntil, limit, perLane, after, randomUUID()];
  const { rows } = await db.$client.query<ClaimedRow>({
    name: 'claim_outbox',
    text: CLAIM,
    values,
  });
  const open = openEachOnce(seal);
  return rows.map((row) => toItem(row, open));
}

/** Opens an endpoint's secret once for all of a claim, whose rows were read at one moment. */
function openEachOnce(seal: SecretSeal): SecretSeal['open'] {
  const opened = new Map<string, string>();
  return (sealed, endpointId) => {
    const secret = opened.get(endpointId) ?? seal.open(sealed, endpointId);
    opened.set(endpointId, secret);
    return secret;
  };
}

function toItem(row: ClaimedRow, open: SecretSeal['open']): OutboxItem {
  const common = {
    id: row.id,
    documentId: row.document_id,
    signerId: row.signer_id,
    createdAt: row.created_at,
    attempt: row.attempts,
    step: row.step,
    trigger: row.was_leased ? ('recovery' as const) : row.trigger,
    resume: resumeOf(row),
    lease: row.lease,
  };
  const { endpoint_id: endpointId, url, sealed_secret: sealedSecret, event, body } = row;
  if (!endpointId || !url || !sealedSecret || !event || !body) {
    return { ...common, kind: 'mail', mail: readMail(row.mail) };
  }
  const secret = open(sealedSecret, endpointId);
  const { no_success_since: noSuccessSince, failures, failing_since: failingSince } = row;
  const health = {
    noSuccessSince: noSuccessSince ?? row.created_at,
    failures: failures ?? 0,
    failingSince,
  };
  return { ...common, kind: 'delivery', endpointId, url, secret, event, body, health };
}

function resumeOf({ resume_state: state, resume_at: dueAt }: ClaimedRow): Verdict | null {
  if (state === 'queued') return dueAt && { state, dueAt };
  return state && { state };
}

/** Of each lane the first that waits, and when its leases run out. */
const NEXT_DUE = `WITH ${LANES}
  SELECT min(due) AS due FROM lanes CROSS JOIN LATERAL (
    (SELECT o.due_at AS due FROM outbox o WHERE ${IN_LANE} AND o.leased_until IS NULL
      AND NOT (${IS_HELD}) ORDER BY o.due_at, o.seq LIMIT 1)
    UNION ALL
    (SELECT o.leased_until FROM outbox o
      WHERE coalesce(o.endpoint_id, '') = lanes.lane AND o.leased_until IS NOT NULL)) waiting`;

/** When the next item can be claimed; undefined when none waits. */
export async function nextOutboxDue(db: Database): Promise<Date | undefined> {
  const asked = { name: 'next_outbox_due', text: NEXT_DUE };
  const { rows } = await db.$client.query<{ due: Date | null }>(asked);
  return rows[0]?.due ?? undefined;
}
