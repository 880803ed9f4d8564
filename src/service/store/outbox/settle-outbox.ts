import { sql } from 'drizzle-orm';
import type { DeliveryAttempt } from '../../domain/outbox.ts';
import type { Database } from '../database.ts';

const rowOf = ({ item, result, verdict, startedAt, endedAt, usesStep }: DeliveryAttempt) => ({
  seq: item.seq,
  number: item.attempt,
  trigger: item.trigger,
  ...result,
  // Bytes, since a response may hold what text cannot.
  body: result.body === null ? null : Buffer.from(result.body).toString('base64'),
  startedAt,
  endedAt,
  state: verdict.state,
  nextAt: verdict.state === 'queued' ? verdict.dueAt : null,
  usesStep,
});

/**
 * Logs attempts that ended and sets their items' states, in one statement. An attempt whose lease another process has
 * taken since, or that was settled before, changes no state. Rows are locked in order: no two statements wait for each
 * other. Nothing is logged of a row that was deleted with its document meanwhile.
 */
export async function settleOutbox(db: Database, ended: readonly DeliveryAttempt[]): Promise<void> {
  await db.execute(sql`
    WITH ended AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(ended.map(rowOf))}::json) AS ended (seq bigint,
        number int, trigger text, ok boolean, status int, error text, body text, "durationMs" float,
        "retryAfterMs" float, exchange json, "startedAt" timestamptz, "endedAt" timestamptz, state text,
        "nextAt" timestamptz, "usesStep" boolean)),
    known AS MATERIALIZED (
      SELECT d.seq FROM deliveries d WHERE d.seq IN (SELECT seq FROM ended) ORDER BY d.seq FOR UPDATE),
    logged AS (
      INSERT INTO delivery_attempts (delivery_seq, number, trigger, started_at, ended_at, ok, status,
          error, body, duration_ms, retry_after_ms, exchange)
        SELECT seq, number, trigger, "startedAt", "endedAt", ok, status, error, decode(body, 'base64'),
            "durationMs", "retryAfterMs", exchange FROM ended JOIN known USING (seq)
        ON CONFLICT DO NOTHING RETURNING delivery_seq AS seq, number)
    UPDATE deliveries d SET state = ended.state, next_at = "nextAt", by_hand = false,
        resume_state = NULL, resume_at = NULL, step = d.step + "usesStep"::int
      FROM (SELECT ended.* FROM ended JOIN logged USING (seq, number) ORDER BY seq) ended
      WHERE d.seq = ended.seq AND d.attempts = ended.number AND d.state = 'queued'`);
}
