import type { DeliveryFilter, DeliverySummary } from '../../domain/delivery.ts';
import type { ServiceDeps } from '../deps.ts';

/** Which deliveries are asked for; `sinceMs` is how long ago at most. */
export type DeliveryQuery = Omit<DeliveryFilter, 'since'> & { readonly sinceMs?: number };

/** An account's deliveries, newest first. */
export async function listDeliveries(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  { sinceMs, ...filter }: DeliveryQuery,
): Promise<DeliverySummary[]> {
  const since = sinceMs !== undefined && new Date(clock.now().getTime() - sinceMs);
  return await store.listDeliveries({ ...filter, ...(since && { since }) });
}
