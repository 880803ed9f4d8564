import type { EndedTry } from '../../../domain/outbox.ts';
import type { Database } from '../database.ts';

/** One text for any number of tries, which the database reads faster than a column each. */
const ENDED = `SELECT * FROM json_to_recordset($1::json) AS ended (seq bigint, holder uuid, number int,
  trigger text, state text, due_at timestamptz, uses_step boolean, started_at timestamptz,
  at timestamptz, ok boolean, status int, error text, body text, duration_ms int,
  retry_after_ms bigint, exchange json)`;

/** Rows are found by arrays of their keys: a join might read all of a table that was empty when it was planned. */
const SETTLE = `WITH ended AS MATERIALIZED (${ENDED}),
  own AS (
    DELETE FROM outbox_leases l USING ended WHERE l.seq = ended.seq AND l.holder = ended.holder
      AND l.number = ended.number RETURNING ended.*),
  again AS (
    UPDATE outbox_waiting w SET by_hand = false, resume_state = NULL, resume_at = NULL, (due_at, step, attempts) = (
      SELECT own.due_at, w.step + own.uses_step::int, own.number FROM own WHERE own.seq = w.seq LIMIT 1)
    WHERE seq = ANY (ARRAY (SELECT seq FROM own WHERE state = 'queued'))),
  over AS (
    DELETE FROM outbox_waiting
      WHERE seq = ANY (ARRAY (SELECT seq FROM own WHERE state <> 'queued'))),
  given_up AS (
    UPDATE outbox o SET given_up = (SELECT own.state FROM own WHERE own.seq = o.seq LIMIT 1)
    WHERE seq = ANY (ARRAY (SELECT seq FROM own WHERE state IN ('failed', 'skipped'))))
  INSERT INTO outbox_tries (outbox_seq, number, trigger, started_at, at, ok, status, error, body,
    duration_ms, retry_after_ms, exchange)
  SELECT seq, number, trigger, started_at, at, ok, status, error, decode(body, 'base64'), duration_ms,
    retry_after_ms, exchange FROM ended
  ON CONFLICT DO NOTHING`;

/** What is null is left out: less to write, and to read. */
const orLeftOut = <T>(value: T | null): T | undefined => value ?? undefined;

function rowOf({ item, result, verdict, startedAt, endedAt, usesStep }: EndedTry) {
  const { ok, status, error, body, durationMs, retryAfterMs, exchange } = result;
  return {
    seq: item.seq,
    holder: item.holder,
    number: item.attempt,
    trigger: item.trigger,
    state: verdict.state,
    due_at: verdict.state === 'queued' ? verdict.dueAt : undefined,
    uses_step: usesStep,
    started_at: startedAt,
    at: endedAt,
    ok,
    status: orLeftOut(status),
    error: orLeftOut(error),
    // Bytes, since an answer may hold what a text cannot.
    body: body === null ? undefined : Buffer.from(body).toString('base64'),
    duration_ms: Math.round(durationMs),
    retry_after_ms: retryAfterMs === null ? undefined : Math.round(retryAfterMs),
    exchange: orLeftOut(exchange),
  };
}

/**
 * Ends tries in one statement: logs each, and where its lease still holds, frees it and sets what becomes of the item.
 * Whoever comes late, when another has leased the item or it was given up, changes nothing but the log.
 */
export async function settleOutbox(db: Database, tries: readonly EndedTry[]): Promise<void> {
  const values = [JSON.stringify(tries.map(rowOf).sort((a, b) => a.seq - b.seq))];
  await db.$client.query({ name: 'settle_outbox', text: SETTLE, values });
}
