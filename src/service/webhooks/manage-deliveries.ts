import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_EXAMPLES } from '../../contract/examples.ts';
import type { WebhookEvent } from '../../contract/webhooks/webhook-event.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import { certificateUrl } from '../core/links/links.rules.ts';
import type { DeliverySummary } from '../core/outbox/outbox.rules.ts';
import type { Caller } from '../core/permissions.rules.ts';
import { permit } from '../core/permissions.rules.ts';
import type { DocumentStore } from '../store/store.ts';
import type { DeliveryFilter, LoggedDelivery, ResendFilter } from './delivery.rules.ts';
import type { OwnEndpoint } from './manage-endpoints.ts';
import { endpointNotFound, lockOwnEndpoint } from './manage-endpoints.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

/** Also for another account's delivery: callers can't tell the difference. */
const deliveryNotFound = (name: string): DomainError =>
  new DomainError('not_found', `There is no delivery whose id starts with ${name}.`);

/** `sinceMs` is the maximum age. */
export type DeliveryQuery = Omit<DeliveryFilter, 'since' | 'accountId'> & {
  readonly sinceMs?: number;
};

/** Newest first. */
export async function listDeliveries(
  { store, clock }: Deps,
  caller: Caller,
  { sinceMs, ...filter }: DeliveryQuery,
): Promise<DeliverySummary[]> {
  const accountId = permit(caller, 'endpoints.read');
  const since = sinceMs !== undefined && new Date(clock.now().getTime() - sinceMs);
  return await store.listDeliveries({ ...filter, accountId, ...(since && { since }) });
}

/** By its id or its start. @throws {DomainError} `not_found`; `invalid_request` for several */
export async function findOwnDelivery(
  deps: Pick<Deps, 'store'>,
  caller: Caller,
  name: string,
): Promise<LoggedDelivery> {
  return await findNamed(deps, { accountId: permit(caller, 'endpoints.read'), name });
}

async function findNamed(
  { store }: Pick<Deps, 'store'>,
  { accountId, name }: { readonly accountId: string; readonly name: string },
): Promise<LoggedDelivery> {
  const [deliveryId, ...others] = await store.findDeliveryIds({ accountId, beginning: name });
  if (deliveryId === undefined) throw deliveryNotFound(name);
  if (others.length > 0)
    throw new DomainError('invalid_request', `Several delivery ids start with ${name}.`);
  const delivery = await store.findDelivery({ accountId, deliveryId });
  if (!delivery) throw deliveryNotFound(name);
  return delivery;
}

/** Longer than the longest attempt with some queueing. */
const LONGEST_WAIT_MS = 30_000;
const POLL_MS = 50;

interface AwaitedAttempt {
  readonly accountId: string;
  readonly deliveryId: string;
  /** Number of the previous attempt. */
  readonly after: number;
}

/** Waits up to half a minute for an attempt to end. */
async function awaitAttempt(
  { store }: Pick<Deps, 'store'>,
  { after, ...own }: AwaitedAttempt,
): Promise<LoggedDelivery> {
  const startedAt = performance.now();
  for (;;) {
    const delivery = await store.findDelivery(own);
    if (!delivery) throw deliveryNotFound(own.deliveryId);
    const hasEnded = delivery.log.some(({ number }) => number > after);
    if (hasEnded || performance.now() - startedAt > LONGEST_WAIT_MS) return delivery;
    await sleep(POLL_MS);
  }
}

/** Per transaction. */
const BATCH = 100;
/** Per call. */
const MOST = 10_000;

/** By ids or their beginnings, or all of an endpoint. */
export type ResendOrder =
  | { readonly names: readonly string[]; readonly isAwaited: boolean }
  | {
      readonly endpointId: string;
      /** Maximum age of events. */
      readonly sinceMs: number;
      /** Include delivered ones. */
      readonly isAll: boolean;
    };

export interface Resent {
  readonly deliveryIds: readonly string[];
  /** True if there are more than one call resends. */
  readonly hasMore: boolean;
  /** After their attempts, if awaited. */
  readonly deliveries: readonly LoggedDelivery[];
}

async function assertEnabled(store: DocumentStore, { accountId, endpointId }: OwnEndpoint) {
  const endpoint = await store.findEndpoint(endpointId);
  if (endpoint?.accountId !== accountId) throw endpointNotFound();
  if (endpoint.enabled) return;
  throw new DomainError(
    'invalid_state',
    `The endpoint ${endpointId} is disabled: enable it first.`,
  );
}

async function resendInBatches(
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
 * Same id and bytes. A failure doesn't change the schedule. Skips those in progress or due.
 * @throws {DomainError} `not_found`; `invalid_request` for the start of several ids;
 * `invalid_state` for a disabled endpoint
 */
export async function resendDeliveries(
  deps: Deps,
  caller: Caller,
  order: ResendOrder,
): Promise<Resent> {
  const accountId = permit(caller, 'documents.resend');
  if ('names' in order) return await resendNamed(deps, { ...order, accountId });
  const { endpointId, sinceMs, isAll } = order;
  await assertEnabled(deps.store, { accountId, endpointId });
  const since = new Date(deps.clock.now().getTime() - sinceMs);
  const range = { endpointId, since, isAll };
  await deps.store.transaction(async (tx) => {
    await lockOwnEndpoint(tx, { accountId, endpointId });
    await tx.recordMissed({ ...range, limit: MOST });
  });
  return { ...(await resendInBatches(deps, { accountId, range })), deliveries: [] };
}

async function resendNamed(
  deps: Deps,
  {
    accountId,
    names,
    isAwaited,
  }: Extract<ResendOrder, { names: readonly string[] }> & { readonly accountId: string },
): Promise<Resent> {
  const before: LoggedDelivery[] = [];
  for (const name of names) before.push(await findNamed(deps, { accountId, name }));
  for (const endpointId of new Set(before.map((one) => one.endpointId)))
    await assertEnabled(deps.store, { accountId, endpointId });
  const deliveryIds = before.map(({ deliveryId }) => deliveryId);
  const resent = await resendInBatches(deps, { accountId, deliveryIds });
  if (!isAwaited) return { ...resent, deliveries: [] };
  const next = before.map(({ deliveryId, tries: after }) => ({ accountId, deliveryId, after }));
  return { ...resent, deliveries: await Promise.all(next.map((one) => awaitAttempt(deps, one))) };
}

/** For test events; no real document can have this id. */
const NO_DOCUMENT = '00000000-0000-0000-0000-000000000000';

type TestDeps = Pick<ServiceDeps, 'store' | 'clock' | 'links'>;

function testEvent({ links, clock }: TestDeps, kind: WebhookEvent['event']): WebhookEvent {
  const occurredAt = clock.now().toISOString();
  const common = { documentId: NO_DOCUMENT, occurredAt };
  if (kind !== 'document.completed') return { ...EVENT_EXAMPLES[kind], ...common };
  const url = certificateUrl(links, NO_DOCUMENT);
  return { ...EVENT_EXAMPLES[kind], ...common, completedAt: occurredAt, certificateUrl: url };
}

export interface TestOrder {
  readonly endpointId: string;
  readonly kind: WebhookEvent['event'];
}

/** Tried once, even if the endpoint is disabled. @throws {DomainError} `not_found` */
export async function queueTestEvent(
  deps: TestDeps,
  caller: Caller,
  { endpointId, kind }: TestOrder,
): Promise<string> {
  const own = { accountId: permit(caller, 'endpoints.manage'), endpointId };
  const event = testEvent(deps, kind);
  return await deps.store.transaction(async (tx) => {
    await lockOwnEndpoint(tx, own);
    return await tx.queueTest({ ...own, event }, deps.clock.now());
  });
}

/** Waits up to half a minute. Failures don't count against the endpoint. */
export async function testEndpoint(
  deps: TestDeps,
  caller: Caller,
  order: TestOrder,
): Promise<LoggedDelivery> {
  const accountId = permit(caller, 'endpoints.manage');
  const deliveryId = await queueTestEvent(deps, caller, order);
  return await awaitAttempt(deps, { accountId, deliveryId, after: 0 });
}
