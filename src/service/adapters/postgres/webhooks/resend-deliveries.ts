import { and, asc, eq, gt, gte, inArray, isNotNull } from 'drizzle-orm';
import type { ResendFilter } from '../../../domain/delivery.ts';
import type { Database } from '../database.ts';
import { outbox } from '../schema/outbox.ts';
import { events, webhookEndpoints } from '../schema/webhooks.ts';

function isMeant({ range, deliveryIds }: ResendFilter) {
  if (!range) return inArray(outbox.id, [...(deliveryIds ?? [])]);
  return and(
    eq(outbox.endpointId, range.endpointId),
    isNotNull(events.documentId),
    gte(outbox.createdAt, range.since),
    range.isAll ? undefined : isNotNull(outbox.givenUp),
  );
}

/** $1 which, $2 now. What no longer waited keeps its order behind first tries only if it was never tried. */
const RESEND = `WITH meant AS (
    SELECT o.*, e.seq AS lane, event.document_id AS of_document, coalesce(
        (SELECT max(number) FROM outbox_tries t WHERE t.outbox_seq = o.seq), 0) AS attempts FROM outbox o
      JOIN webhook_endpoints e USING (endpoint_id) JOIN events event ON event.seq = event_seq
      WHERE o.seq = ANY ($1::bigint[])),
  sooner AS (
    UPDATE outbox_waiting w SET by_hand = true, due_at = $2::timestamptz,
        resume_state = 'queued', resume_at = w.due_at
      FROM meant WHERE w.seq = meant.seq AND NOT w.by_hand AND w.due_at > $2::timestamptz
        AND NOT EXISTS (SELECT FROM outbox_leases l WHERE l.seq = w.seq)
      RETURNING w.seq),
  again AS (
    INSERT INTO outbox_waiting (seq, lane, by_hand, due_at, step, attempts, document_id, resume_state)
      SELECT seq, lane, true, $2::timestamptz, least(attempts, 1), attempts, of_document,
          coalesce(given_up, 'done')
        FROM meant WHERE NOT EXISTS (SELECT FROM outbox_waiting w WHERE w.seq = meant.seq)
        ORDER BY seq ON CONFLICT DO NOTHING RETURNING seq),
  queued AS (
    UPDATE outbox o SET given_up = NULL FROM again WHERE o.seq = again.seq AND given_up IS NOT NULL)
  SELECT id FROM meant WHERE seq IN (SELECT seq FROM sooner UNION ALL SELECT seq FROM again)
    ORDER BY seq`;

/**
 * Queues deliveries for a try by hand, due now, in their order; answers their ids, and the place of the last one looked
 * at, undefined when there are no more. One that is under way, or due anyhow, is left to itself.
 */
export async function resendDeliveries(
  db: Database,
  filter: ResendFilter,
): Promise<{ ids: string[]; last: number | undefined }> {
  const { accountId, endpointId, enabled } = webhookEndpoints;
  const found = await db
    .select({ seq: outbox.seq })
    .from(outbox)
    .innerJoin(webhookEndpoints, eq(endpointId, outbox.endpointId))
    .innerJoin(events, eq(events.seq, outbox.eventSeq))
    .where(
      and(
        eq(accountId, filter.accountId),
        eq(enabled, true),
        gt(outbox.seq, filter.after),
        isMeant(filter),
      ),
    )
    .orderBy(asc(outbox.seq))
    .limit(filter.limit);
  const seqs = found.map(({ seq }) => seq);
  if (seqs.length === 0) return { ids: [], last: undefined };
  const values = [seqs, filter.now];
  const { rows } = await db.$client.query<{ id: string }>(RESEND, values);
  return { ids: rows.map(({ id }) => id), last: seqs.at(-1) };
}
