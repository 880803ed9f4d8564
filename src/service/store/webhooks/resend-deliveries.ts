import { and, asc, eq, gt, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ResendFilter } from '../../domain/webhooks/delivery.ts';
import type { Transaction } from '../database.ts';
import { IS_UNFINISHED } from '../outbox/claim-outbox.ts';
import { deliveries } from '../schema/outbox.ts';
import { events, webhookEndpoints } from '../schema/webhooks.ts';

function isMeant({ range, deliveryIds }: ResendFilter) {
  if (!range) return inArray(deliveries.id, [...(deliveryIds ?? [])]);
  return and(
    eq(deliveries.endpointId, range.endpointId),
    isNotNull(events.documentId),
    gte(deliveries.createdAt, range.since),
    range.isAll ? undefined : inArray(deliveries.state, ['failed', 'skipped']),
  );
}

/**
 * Queues deliveries for a manual attempt, due now, in their order. Returns their ids, and the position of the last one
 * examined, undefined when there are no more. Deliveries in progress, or already due, are left alone.
 */
export async function resendDeliveries(
  db: Transaction,
  filter: ResendFilter,
): Promise<{ ids: string[]; last: number | undefined }> {
  const { accountId, endpointId, enabled } = webhookEndpoints;
  const found = await db
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(endpointId, deliveries.endpointId))
    .innerJoin(events, eq(events.seq, deliveries.eventSeq))
    .where(
      and(
        eq(accountId, filter.accountId),
        eq(enabled, true),
        gt(deliveries.seq, filter.after),
        isMeant(filter),
      ),
    )
    .orderBy(asc(deliveries.seq))
    .limit(filter.limit);
  const seqs = found.map(({ seq }) => seq);
  if (seqs.length === 0) return { ids: [], last: undefined };
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH again AS (
      UPDATE deliveries d SET state = 'queued', by_hand = true, next_at = ${filter.now}::timestamptz,
          resume_state = state, resume_at = next_at,
          step = CASE WHEN state = 'queued' THEN step ELSE least(attempts, 1) END
        WHERE seq = ANY (${sql.param(seqs)}::bigint[]) AND NOT by_hand AND (state <> 'queued'
          OR (next_at > ${filter.now}::timestamptz AND NOT (${IS_UNFINISHED})))
        RETURNING seq, id)
    SELECT id FROM again ORDER BY seq`);
  if (rows.length > 0) db.noteQueued();
  return { ids: rows.map(({ id }) => id), last: seqs.at(-1) };
}
