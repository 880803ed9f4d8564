import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Database } from '../database.ts';

/** How attempts to sign of the last 24 hours ended at an authority. */
export type GatewayOutcomes = Readonly<{
  gateway: string;
  /** New attempts go to the next authority. */
  isOpen: boolean;
  signed: number;
  /** Cancelled at the authority, or something else came first: a decline, a withdrawal, another attempt. */
  left: number;
  /** No answer came in the session's time, or the page or the OTP had expired. */
  timedOut: number;
  failed: number;
  /** At the authority, or their answer waits to be embedded. */
  waiting: number;
}>;

/** Of attempts that began in the 24 hours before `now`, and only gateways with any. */
export async function countOutcomes(db: Database, now: Date): Promise<GatewayOutcomes[]> {
  const at = sql`${now}::timestamptz`;
  const { rows } = await db.execute<GatewayOutcomes>(sql`
    SELECT gateway, coalesce(bool_or(open_until > ${at}), false) AS "isOpen",
        count(*) FILTER (WHERE ended = 'signed')::int AS signed,
        count(*) FILTER (WHERE ended = 'left')::int AS "left",
        count(*) FILTER (WHERE ended = 'timed out')::int AS "timedOut",
        count(*) FILTER (WHERE ended = 'failed')::int AS failed,
        count(*) FILTER (WHERE ended = 'waiting')::int AS waiting
      FROM (SELECT coalesce(gateway, '') AS gateway, CASE
          WHEN state = 'embedded' THEN 'signed'
          WHEN state = 'stale' OR reason = 'signer_declined' THEN 'left'
          WHEN reason IN ('session_expired', 'otp_expired') THEN 'timed out'
          WHEN state = 'failed' OR reason = 'unreadable_answer' THEN 'failed'
          WHEN state = 'expired' OR (state = 'at_gateway' AND arrived IS NULL AND expires_at < ${at})
            THEN 'timed out'
          ELSE 'waiting' END AS ended
        FROM signature_attempts WHERE created_at > ${new Date(now.getTime() - DAY_MS)}::timestamptz) a
        LEFT JOIN gateway_breakers USING (gateway)
      GROUP BY gateway ORDER BY gateway`);
  return rows;
}

interface WaitingWork {
  readonly outbox: ReadonlyArray<{
    readonly kind: string;
    readonly due: number;
    readonly oldestSeconds: number;
  }>;
  /** In the last day. */
  readonly mailsGivenUp: number;
  /** Webhook endpoints that fail, and those that were disabled because they failed. */
  readonly endpoints: Readonly<Record<'failing' | 'disabled', number>>;
  /** How long the oldest attempt that housekeeping ends has been over; 0 without one. */
  readonly housekeepingSeconds: number;
  /** How long the oldest answer of an authority has waited to be judged or embedded. */
  readonly returnedSeconds: number;
  /** Of the last hour. */
  readonly attempts: ReadonlyArray<{
    /** Empty for attempts from before there were several. */
    readonly gateway: string;
    readonly state: string;
    readonly reason: string | null;
    readonly count: number;
    /** When the newest began, in seconds since 1970. */
    readonly latest: number;
  }>;
  /** Of the last 24 hours. */
  readonly outcomes: readonly GatewayOutcomes[];
  /** Gateways that ever failed. While open, new attempts use other gateways. */
  readonly breakers: ReadonlyArray<{ readonly gateway: string; readonly isOpen: boolean }>;
}

export interface Load {
  readonly connections: Readonly<Record<'busy' | 'idle' | 'waiting', number>>;
  /** Undefined while the database takes no queries. */
  readonly work: WaitingWork | undefined;
}

const KINDS = ['delivery', 'mail'];

/** When a row was last tried: reminders are queued days before they are due. */
export const LAST_TRIED = sql`coalesce(
  (SELECT max(ended_at) FROM delivery_attempts WHERE delivery_seq = seq), created_at)`;

/** Not a delivery that waits until its endpoint is on again. */
export const IS_SENT = sql`(by_hand OR NOT EXISTS (SELECT FROM webhook_endpoints w
  WHERE w.endpoint_id = deliveries.endpoint_id AND NOT w.enabled))`;

/** Pending work of all processes, by the database's clock. */
async function measureWork(db: Database): Promise<WaitingWork> {
  const due = await db.execute<{ kind: string; due: number; oldest: number }>(sql`
    SELECT CASE WHEN mail IS NULL THEN 'delivery' ELSE 'mail' END AS kind, count(*)::int AS due,
        extract(epoch FROM now() - min(next_at))::float8 AS oldest
      FROM deliveries WHERE state = 'queued' AND next_at <= now() AND ${IS_SENT} GROUP BY 1`);
  const given = await db.execute<{ mails: number }>(sql`
    SELECT count(*)::int AS mails FROM deliveries
      WHERE mail IS NOT NULL AND state = 'failed' AND ${LAST_TRIED} > now() - interval '1 day'`);
  const watched = await db.execute<{ failing: number; disabled: number }>(sql`
    SELECT count(*) FILTER (WHERE enabled AND failures > 0)::int AS failing,
        count(*) FILTER (WHERE NOT enabled AND disabled_reason <> 'by_hand')::int AS disabled
      FROM webhook_endpoints WHERE NOT removed`);
  const over = await db.execute<{ seconds: number }>(sql`
    SELECT coalesce(extract(epoch FROM now() - min(expires_at)), 0)::float8 AS seconds
      FROM signature_attempts WHERE state = 'at_gateway' AND expires_at < now()`);
  const returned = await db.execute<{ seconds: number }>(sql`
    SELECT coalesce(extract(epoch FROM now() - min(coalesce(a.arrived_at, e.at))), 0)::float8 AS seconds
      FROM signature_attempts a LEFT JOIN audit_entries e
        ON e.document_id = a.document_id AND e.type = 'gateway.returned' AND e.data->>'txn' = a.txn
      WHERE a.state = 'returned' OR (a.state = 'at_gateway' AND a.arrived IS NOT NULL AND a.resume_at IS NOT NULL)`);
  const attempts = await db.execute<WaitingWork['attempts'][number] & Record<string, unknown>>(sql`
    SELECT coalesce(gateway, '') AS gateway, state, reason, count(*)::int AS count,
        extract(epoch FROM max(created_at))::float8 AS latest FROM signature_attempts
      WHERE created_at > now() - interval '1 hour' GROUP BY 1, state, reason`);
  const breakers = await db.execute<WaitingWork['breakers'][number] & Record<string, unknown>>(sql`
    SELECT gateway, coalesce(open_until > now(), false) AS "isOpen" FROM gateway_breakers`);
  const outbox = KINDS.map((kind) => {
    const row = due.rows.find((one) => one.kind === kind);
    return { kind, due: row?.due ?? 0, oldestSeconds: row?.oldest ?? 0 };
  });
  return {
    outbox,
    mailsGivenUp: given.rows[0]?.mails ?? 0,
    endpoints: watched.rows[0] ?? { failing: 0, disabled: 0 },
    housekeepingSeconds: over.rows[0]?.seconds ?? 0,
    returnedSeconds: returned.rows[0]?.seconds ?? 0,
    attempts: attempts.rows,
    outcomes: await countOutcomes(db, new Date()),
    breakers: breakers.rows,
  };
}

export async function measure(db: Database, pool: Pool): Promise<Load> {
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  const connections = { busy: totalCount - idle, idle, waiting };
  return { connections, work: await measureWork(db).catch(() => undefined) };
}

/** Fails while the database does not answer. A standby, too, is read-only. */
export async function ping(db: Database): Promise<{ isReadOnly: boolean }> {
  const { rows } = await db.execute<{ is: string }>(sql`
    SELECT current_setting('transaction_read_only') AS is`);
  return { isReadOnly: rows[0]?.is === 'on' };
}
