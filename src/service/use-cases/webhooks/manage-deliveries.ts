import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_EXAMPLES } from '../../../contract/examples.ts';
import type { WebhookEvent } from '../../../contract/webhook-event.ts';
import { certificateUrl } from '../../domain/documents/links.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type {
  DeliveryFilter,
  DeliverySummary,
  LoggedDelivery,
  ResendFilter,
} from '../../domain/webhooks/delivery.ts';
import type { DocumentStore } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { OwnEndpoint } from './manage-endpoints.ts';
import { endpointNotFound, lockOwnEndpoint } from './manage-endpoints.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

/** The error for a delivery that is missing or another account's: callers cannot tell them apart. */
const deliveryNotFound = (name: string): DomainError =>
  new DomainError('not_found', `There is no delivery whose id starts with ${name}.`);

/** A filter of deliveries; `sinceMs` is their maximum age. */
export type DeliveryQuery = Omit<DeliveryFilter, 'since' | 'accountId'> & {
  readonly sinceMs?: number;
};

/** Lists the deliveries of the caller's account, newest first. */
export async function listDeliveries(
  { store, clock }: Deps,
  caller: Caller,
  { sinceMs, ...filter }: DeliveryQuery,
): Promise<DeliverySummary[]> {
  const accountId = permit(caller, 'endpoints.read');
  const since = sinceMs !== undefined && new Date(clock.now().getTime() - sinceMs);
  return await store.listDeliveries({ ...filter, accountId, ...(since && { since }) });
}

/**
 * Finds the account's own delivery by its id, or by the beginning of its id, with its bytes and its log.
 * @throws {DomainError} `not_found`; `invalid_request` for the beginning of several ids
 */
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

/** Longer than the longest attempt plus some time in the queue. */
const LONGEST_WAIT_MS = 30_000;
const POLL_MS = 50;

interface AwaitedAttempt {
  readonly accountId: string;
  readonly deliveryId: string;
  /** Number of the last attempt before it. */
  readonly after: number;
}

/** Waits for an attempt to end, at most half a minute, and returns the delivery. */
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

/** Deliveries per transaction. */
const BATCH = 100;
/** Deliveries per call. */
const MOST = 10_000;

/** Which deliveries to resend: the ones with these ids or beginnings of ids, or all of an endpoint. */
export type ResendOrder =
  | { readonly names: readonly string[]; readonly isAwaited: boolean }
  | {
      readonly endpointId: string;
      /** Maximum age of their events, in milliseconds. */
      readonly sinceMs: number;
      /** Also those that were delivered. */
      readonly isAll: boolean;
    };

/** The result of a resend. */
export interface Resent {
  readonly deliveryIds: readonly string[];
  /** True when there are more than one call resends. */
  readonly hasMore: boolean;
  /** The deliveries after their attempts, if awaited. */
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
 * Queues deliveries for another attempt now, with the same id and bytes. A failed attempt does not change the retry
 * schedule. Skips deliveries that are already being attempted, or are due.
 * @throws {DomainError} `not_found`; `invalid_request` for the beginning of several ids; `invalid_state` when the
 * endpoint is disabled
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

/** The document of test events. No real one can have this id. */
const NO_DOCUMENT = '00000000-0000-0000-0000-000000000000';

type TestDeps = Pick<ServiceDeps, 'store' | 'clock' | 'links'>;

function testEvent({ links, clock }: TestDeps, kind: WebhookEvent['event']): WebhookEvent {
  const occurredAt = clock.now().toISOString();
  const common = { documentId: NO_DOCUMENT, occurredAt };
  if (kind === 'signer.signed') return { ...EVENT_EXAMPLES[kind], ...common };
  const url = certificateUrl(links, NO_DOCUMENT);
  return { ...EVENT_EXAMPLES[kind], ...common, completedAt: occurredAt, certificateUrl: url };
}

/** A test event: its endpoint and its kind. */
export interface TestOrder {
  readonly endpointId: string;
  readonly kind: WebhookEvent['event'];
}

/** Queues a test event to an endpoint, which is tried once, even if it is disabled; returns the delivery's id. @throws {DomainError} `not_found` */
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

/**
 * Sends a test event to an endpoint, once, even if it is disabled, and waits at most half a minute for the result. A
 * failure does not count against the endpoint.
 * @throws {DomainError} `not_found`
 */
export async function testEndpoint(
  deps: TestDeps,
  caller: Caller,
  order: TestOrder,
): Promise<LoggedDelivery> {
  const accountId = permit(caller, 'endpoints.manage');
  const deliveryId = await queueTestEvent(deps, caller, order);
  return await awaitAttempt(deps, { accountId, deliveryId, after: 0 });
}
