import type { EndedTry } from '../../domain/outbox.ts';
import type { Database } from './database.ts';

const COLUMNS = `id, lease, number, trigger, state, due_at, uses_step, started_at, at, ok, status,
  error, body, duration_ms, retry_after_ms, exchange`;

/** One array a column, so that any number of tries is the same statement. */
const SETTLE = `WITH ended (${COLUMNS}) AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[],
      $6::timestamptz[], $7::boolean[], $8::timestamptz[], $9::timestamptz[], $10::boolean[],
      $11::int[], $12::text[], $13::bytea[], $14::int[], $15::bigint[], $16::jsonb[])),
  own AS (
    SELECT o.seq, ended.* FROM ended JOIN outbox o ON o.id = ended.id
      -- In one order, as whoever gives many up at once: neither waits for the other.
      ORDER BY o.seq FOR NO KEY UPDATE OF o),
  settled AS (
    UPDATE outbox o SET state = own.state, due_at = coalesce(own.due_at, o.due_at),
      step = o.step + own.uses_step::int, lease = NULL, leased_until = NULL,
      trigger = 'auto', resume_state = NULL, resume_at = NULL
    FROM own WHERE o.seq = own.seq AND o.lease = own.lease)
  INSERT INTO outbox_tries (outbox_seq, number, trigger, started_at, at, ok, status, error, body,
    duration_ms, retry_after_ms, exchange)
  SELECT seq, number, trigger, started_at, at, ok, status, error, body, duration_ms,
    retry_after_ms, exchange FROM own
  ON CONFLICT DO NOTHING`;

function valuesOf({ item, result, verdict, startedAt, endedAt, usesStep }: EndedTry): unknown[] {
  const { ok, status, error, body, durationMs, retryAfterMs, exchange } = result;
  const dueAt = verdict.state === 'queued' ? verdict.dueAt : null;
  return [
    ...[item.id, item.lease, item.attempt, item.trigger, verdict.state, dueAt, usesStep],
    ...[startedAt, endedAt, ok, status, error],
    // Bytes, since an answer may hold what a text cannot.
    body === null ? null : Buffer.from(body),
    Math.round(durationMs),
    retryAfterMs === null ? null : Math.round(retryAfterMs),
    exchange && JSON.stringify(exchange),
  ];
}

/**
 * Ends tries in one statement: logs each, and where its lease still holds, frees it and sets what becomes of the item.
 * Whoever comes late, when another has leased the item or it was given up, changes nothing but the log.
 */
export async function settleOutbox(db: Database, tries: readonly EndedTry[]): Promise<void> {
  const rows = tries.map(valuesOf);
  const values = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
  await db.$client.query({ name: 'settle_outbox', text: SETTLE, values });
}
