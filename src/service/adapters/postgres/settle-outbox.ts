import { sql } from 'drizzle-orm';
import type { EndedTry } from '../../domain/outbox.ts';
import type { Database } from './database.ts';
import { outbox, outboxTries } from './schema/outbox.ts';

/** A row of the statement below: one value a column, since a row's text can hold what JSON cannot. */
function valuesOf({ item, result, verdict, startedAt, endedAt, usesStep }: EndedTry) {
  const { ok, status, error, body, durationMs, retryAfterMs, exchange } = result;
  const retryMs = retryAfterMs === null ? null : Math.round(retryAfterMs);
  return sql`(${item.id}::uuid, ${item.lease}::uuid, ${item.attempt}::int, ${item.trigger}::text,
    ${verdict.state}::text,
    ${verdict.state === 'queued' ? verdict.dueAt.toISOString() : null}::timestamptz,
    ${usesStep}::boolean, ${startedAt.toISOString()}::timestamptz,
    ${endedAt.toISOString()}::timestamptz, ${ok}::boolean, ${status}::int, ${error}::text,
    ${body === null ? null : Buffer.from(body)}::bytea, ${Math.round(durationMs)}::int,
    ${retryMs}::bigint, ${exchange && JSON.stringify(exchange)}::jsonb)`;
}

/**
 * Ends tries in one statement: logs each, and where its lease still holds, frees it and sets what becomes of the item.
 * Whoever comes late, when another has leased the item or it was given up, changes nothing but the log.
 */
export async function settleOutbox(db: Database, tries: readonly EndedTry[]): Promise<void> {
  await db.execute(sql`
    WITH ended (id, lease, number, trigger, state, due_at, uses_step, started_at, at, ok, status,
        error, body, duration_ms, retry_after_ms, exchange) AS (
      VALUES ${sql.join(tries.map(valuesOf), sql`, `)}),
    settled AS (
      UPDATE ${outbox} SET state = ended.state, due_at = coalesce(ended.due_at, outbox.due_at),
        step = outbox.step + ended.uses_step::int, lease = NULL, leased_until = NULL,
        trigger = 'auto', resume_state = NULL, resume_at = NULL
      FROM ended WHERE outbox.id = ended.id AND outbox.lease = ended.lease)
    INSERT INTO ${outboxTries} (outbox_seq, number, trigger, started_at, at, ok, status, error, body,
      duration_ms, retry_after_ms, exchange)
    SELECT outbox.seq, ended.number, ended.trigger, ended.started_at, ended.at, ended.ok,
      ended.status, ended.error, ended.body, ended.duration_ms, ended.retry_after_ms, ended.exchange
    FROM ended JOIN ${outbox} ON outbox.id = ended.id
    ON CONFLICT DO NOTHING`);
}
