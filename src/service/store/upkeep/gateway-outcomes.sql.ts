import { sql } from 'drizzle-orm';
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
  /** For any other reason. */
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
