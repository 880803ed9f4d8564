import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { ResendFilter } from '../../domain/delivery.ts';
import type { Database } from './database.ts';
import { outbox } from './schema/outbox.ts';
import { webhookEndpoints } from './schema/webhooks.ts';

function isMeant({ range, deliveryIds }: ResendFilter) {
  if (!range) return inArray(outbox.id, [...(deliveryIds ?? [])]);
  return and(
    eq(outbox.endpointId, range.endpointId),
    isNotNull(outbox.documentId),
    gte(outbox.createdAt, range.since),
    range.isAll ? undefined : inArray(outbox.state, ['failed', 'skipped']),
  );
}

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
  const isWaitingLonger = or(sql`${outbox.state} <> 'queued'`, gt(outbox.dueAt, filter.now));
  const queued = await db
    .update(outbox)
    .set({
      state: 'queued',
      trigger: 'manual',
      dueAt: filter.now,
      resumeState: sql`${outbox.state}`,
      resumeAt: sql`CASE WHEN ${outbox.state} = 'queued' THEN ${outbox.dueAt} END`,
    })
    .where(
      and(
        inArray(outbox.seq, seqs),
        isNull(outbox.lease),
        eq(outbox.trigger, 'auto'),
        isWaitingLonger,
      ),
    )
    .returning({ id: outbox.id });
  return { ids: queued.map(({ id }) => id), last: seqs.at(-1) };
}
