import { sql } from 'drizzle-orm';
import type { EndedTry } from '../../../domain/outbox.ts';
import type { Database } from '../database.ts';

/** Leaves nulls out: less to write, and to read. */
const orLeftOut = <T>(value: T | null): T | undefined => value ?? undefined;

function rowOf({ item, result, verdict, startedAt, endedAt, usesStep }: EndedTry) {
  const { ok, status, error, body, durationMs, retryAfterMs, exchange } = result;
  return {
    seq: item.seq,
    number: item.attempt,
    trigger: item.trigger,
    state: verdict.state,
    next_at: verdict.state === 'queued' ? verdict.dueAt : undefined,
    uses_step: usesStep,
    started_at: startedAt,
    ended_at: endedAt,
    ok,
    status: orLeftOut(status),
    error: orLeftOut(error),
    // Bytes, since a response may hold what text cannot.
    body: body === null ? undefined : Buffer.from(body).toString('base64'),
    duration_ms: Math.round(durationMs),
    retry_after_ms: retryAfterMs === null ? undefined : Math.round(retryAfterMs),
    exchange: orLeftOut(exchange),
  };
}

/**
 * Logs attempts that ended and sets their items' states, in one statement. An attempt whose lease another process has
 * taken since, or that was settled before, changes no state. Rows are locked in order, so that no two statements wait
 * for each other.
 */
export async function settleOutbox(db: Database, ended: readonly EndedTry[]): Promise<void> {
  await db.execute(sql`
    WITH ended AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(ended.map(rowOf))}::json) AS ended (seq bigint,
        number int, trigger text, state text, next_at timestamptz, uses_step boolean, started_at timestamptz,
        ended_at timestamptz, ok boolean, status int, error text, body text, duration_ms int,
        retry_after_ms bigint, exchange json)),
    logged AS (
      INSERT INTO delivery_attempts (delivery_seq, number, trigger, started_at, ended_at, ok, status,
          error, body, duration_ms, retry_after_ms, exchange)
        SELECT seq, number, trigger, started_at, ended_at, ok, status, error, decode(body, 'base64'),
            duration_ms, retry_after_ms, exchange FROM ended
        ON CONFLICT DO NOTHING RETURNING delivery_seq AS seq, number)
    UPDATE deliveries d SET state = ended.state, next_at = ended.next_at, by_hand = false,
        resume_state = NULL, resume_at = NULL, step = d.step + ended.uses_step::int
      FROM (SELECT ended.* FROM ended JOIN logged USING (seq, number) ORDER BY seq) ended
      WHERE d.seq = ended.seq AND d.attempts = ended.number AND d.state = 'queued'`);
}
