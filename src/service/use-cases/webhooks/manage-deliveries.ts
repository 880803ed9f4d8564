import type { Delivery, ResendFilter } from '../../domain/delivery.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { ServiceDeps } from '../deps.ts';
import { awaitTry } from './await-try.ts';
import { findOwnDelivery } from './find-own-delivery.ts';
import { endpointNotFound } from './lock-own-endpoint.ts';

/** Deliveries in one transaction. */
const BATCH = 100;
/** Deliveries by one call. */
const MOST = 10_000;

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

/** What is to be sent again: deliveries by id or a beginning of it, or those of an endpoint. */
export type ResendOrder =
  | { readonly accountId: string; readonly names: readonly string[]; readonly isAwaited: boolean }
  | {
      readonly accountId: string;
      readonly endpointId: string;
      /** How long ago their event was at most, in milliseconds. */
      readonly sinceMs: number;
      /** Those that were delivered, too. */
      readonly isAll: boolean;
    };

/** What was queued again. */
export interface Resent {
  readonly deliveryIds: readonly string[];
  /** True when there are more than one call takes. */
  readonly hasMore: boolean;
  /** What came of it, where it was waited for. */
  readonly deliveries: readonly Delivery[];
}

async function assertOn(store: DocumentStore, accountId: string, endpointId: string) {
  const endpoint = await store.findEndpoint(endpointId);
  if (endpoint?.accountId !== accountId) throw endpointNotFound();
  if (endpoint.enabled) return;
  throw new DomainError('invalid_state', `The endpoint ${endpointId} is off: switch it on first.`);
}

async function inBatches(
  { store, clock }: Deps,
  filter: Pick<ResendFilter, 'accountId' | 'range' | 'deliveryIds'>,
): Promise<Pick<Resent, 'deliveryIds' | 'hasMore'>> {
  const now = clock.now();
  const deliveryIds: string[] = [];
  let after: number | undefined = 0;
  for (let count = 0; count < MOST && after !== undefined; count += BATCH) {
    const batch: ResendFilter = { ...filter, now, after, limit: BATCH };
    const { ids, last } = await store.transaction((tx) => tx.resendDeliveries(batch));
    deliveryIds.push(...ids);
    after = last;
  }
  return { deliveryIds, hasMore: after !== undefined };
}

/**
 * Queues deliveries to be tried again now: the same id and bytes, the next number of a try. A try that fails leaves the
 * schedule as it was. What is under way, or due anyhow, is left to itself.
 * @throws {DomainError} `not_found`; `invalid_request` for an ambiguous beginning; `invalid_state` when the endpoint is off
 */
export async function resendDeliveries(deps: Deps, order: ResendOrder): Promise<Resent> {
  const { accountId } = order;
  if ('endpointId' in order) {
    const { endpointId, sinceMs, isAll } = order;
    await assertOn(deps.store, accountId, endpointId);
    const since = new Date(deps.clock.now().getTime() - sinceMs);
    const range = { endpointId, since, isAll };
    return { ...(await inBatches(deps, { accountId, range })), deliveries: [] };
  }
  return await resendNamed(deps, order);
}

async function resendNamed(
  deps: Deps,
  { accountId, names, isAwaited }: Extract<ResendOrder, { names: readonly string[] }>,
): Promise<Resent> {
  const before: Delivery[] = [];
  for (const name of names) before.push(await findOwnDelivery(deps, { accountId, name }));
  for (const endpointId of new Set(before.map((one) => one.endpointId)))
    await assertOn(deps.store, accountId, endpointId);
  const deliveryIds = before.map(({ deliveryId }) => deliveryId);
  const resent = await inBatches(deps, { accountId, deliveryIds });
  if (!isAwaited) return { ...resent, deliveries: [] };
  const tries = before.map(({ deliveryId, tries: after }) => ({ accountId, deliveryId, after }));
  return { ...resent, deliveries: await Promise.all(tries.map((one) => awaitTry(deps, one))) };
}
