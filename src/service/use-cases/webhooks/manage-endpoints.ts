import { randomBytes, randomUUID } from 'node:crypto';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import { assertRoom, DEFAULT_QUOTAS } from '../../domain/quotas.ts';
import { freshHealth } from '../../domain/webhooks/endpoint-health.ts';
import type { ShownEndpoint, WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { ENDPOINT_URL_LENGTH, shownEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import type { ObjectionTo } from '../../ports/webhook-sender.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { EndpointChange } from '../../store/webhooks/endpoints.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

/** An endpoint to be added. */
export interface NewEndpoint {
  readonly url: string;
  /** Generated when missing. */
  readonly secret?: string;
}

/** An endpoint of an account. */
export interface OwnEndpoint {
  readonly accountId: string;
  readonly endpointId: string;
}

/** The error for an endpoint that is missing or another account's: callers cannot tell them apart. */
export const endpointNotFound = (): DomainError =>
  new DomainError('not_found', 'There is no such webhook endpoint in this account.');

/** Locks the account's own endpoint. @throws {DomainError} `not_found` */
export async function lockOwnEndpoint(
  tx: StoreTransaction,
  { accountId, endpointId }: OwnEndpoint,
): Promise<WebhookEndpoint> {
  const endpoint = await tx.lockEndpoint(endpointId);
  if (endpoint?.accountId !== accountId) throw endpointNotFound();
  return endpoint;
}

/** Changes the account's own endpoint; `changeOf` may leave it as it is. */
async function changeOwnEndpoint(
  { store }: Pick<Deps, 'store'>,
  own: OwnEndpoint,
  changeOf: (endpoint: WebhookEndpoint) => EndpointChange | undefined,
): Promise<ShownEndpoint> {
  return await store.transaction(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, own);
    const change = changeOf(endpoint);
    if (!change) return shownEndpoint(endpoint);
    await tx.changeEndpoint(own.endpointId, change);
    return shownEndpoint({ ...endpoint, ...change });
  });
}

const OBJECTIONS = {
  blocked_address: 'must not point to a private network or to this machine',
  insecure_url: 'must start with https://',
} as const;

const refused = (problem: string): DomainError =>
  new DomainError('invalid_request', `The URL of a webhook endpoint ${problem}.`);

function assertDeliverable(url: string, objectionTo: ObjectionTo | undefined): void {
  if (url.length > ENDPOINT_URL_LENGTH)
    throw refused(`has at most ${ENDPOINT_URL_LENGTH} characters`);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isHttp = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  if (!isHttp || parsed.username || parsed.password || parsed.hash)
    throw refused('must start with http:// or https://, and have no user name or fragment');
  const objection = objectionTo?.(parsed);
  if (objection) throw refused(OBJECTIONS[objection]);
}

const SECRET_BYTES = 24;
const makeSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/**
 * Adds a webhook endpoint to the caller's account. The result contains the whole secret.
 * @throws {DomainError} `invalid_request` for a URL that nothing can be delivered to; `invalid_state` with too many endpoints
 */
export async function addEndpoint(
  {
    store,
    clock,
    objectionTo,
    quotas = DEFAULT_QUOTAS,
  }: Deps & Pick<ServiceDeps, 'objectionTo' | 'quotas'>,
  caller: Caller,
  { url, secret = makeSecret() }: NewEndpoint,
): Promise<WebhookEndpoint> {
  const accountId = permit(caller, 'endpoints.manage');
  assertDeliverable(url, objectionTo);
  const at = clock.now();
  const endpoint: WebhookEndpoint = {
    endpointId: `whe_${randomUUID().replaceAll('-', '')}`,
    accountId,
    url,
    secret,
    nextSecret: null,
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    health: freshHealth(at),
    createdAt: at,
  };
  await store.transaction(async (tx) => {
    await tx.lockAccount(accountId);
    const has = await tx.countEndpoints(accountId);
    assertRoom({ has, most: quotas.endpoints }, 'webhook endpoints');
    await tx.insertEndpoint(endpoint);
  });
  return endpoint;
}

/** Lists the webhook endpoints of the caller's account, oldest first, without their secrets. */
export async function listEndpoints(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
): Promise<ShownEndpoint[]> {
  const accountId = permit(caller, 'endpoints.read');
  return (await store.listEndpoints(accountId)).map(shownEndpoint);
}

/** The account's own endpoint, with its secrets. */
async function readOwnEndpoint(
  { store }: Pick<Deps, 'store'>,
  { accountId, endpointId }: OwnEndpoint,
): Promise<WebhookEndpoint> {
  const endpoint = await store.findEndpoint(endpointId);
  if (endpoint?.accountId !== accountId) throw endpointNotFound();
  return endpoint;
}

/** Finds the account's own endpoint, without its secrets. @throws {DomainError} `not_found` */
export async function findOwnEndpoint(
  deps: Pick<Deps, 'store'>,
  caller: Caller,
  endpointId: string,
): Promise<ShownEndpoint> {
  const accountId = permit(caller, 'endpoints.read');
  return shownEndpoint(await readOwnEndpoint(deps, { accountId, endpointId }));
}

/** The whole secrets of the account's own endpoint, for somebody who asks for them. @throws {DomainError} `not_found` */
export async function revealSecrets(
  deps: Pick<Deps, 'store'>,
  caller: Caller,
  endpointId: string,
): Promise<Pick<WebhookEndpoint, 'secret' | 'nextSecret'>> {
  const accountId = permit(caller, 'endpoints.manage');
  const { secret, nextSecret } = await readOwnEndpoint(deps, { accountId, endpointId });
  return { secret, nextSecret };
}

/**
 * Enables or disables an endpoint by hand. Enabling makes its pending deliveries due and forgets earlier failures. An
 * endpoint that is already in that state stays as it is.
 * @throws {DomainError} `not_found`
 */
export async function switchEndpoint(
  { store, clock }: Deps,
  caller: Caller,
  { endpointId, enabled }: { readonly endpointId: string; readonly enabled: boolean },
): Promise<ShownEndpoint> {
  const accountId = permit(caller, 'endpoints.manage');
  return await changeOwnEndpoint({ store }, { accountId, endpointId }, (endpoint) => {
    if (endpoint.enabled === enabled) return undefined;
    const at = clock.now();
    return enabled
      ? { enabled, disabledReason: null, disabledAt: null, health: freshHealth(at) }
      : { enabled, disabledReason: 'by_hand', disabledAt: at };
  });
}

/** Removes an endpoint and gives up its pending deliveries. @throws {DomainError} `not_found` */
export async function removeEndpoint(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
  endpointId: string,
): Promise<void> {
  const accountId = permit(caller, 'endpoints.manage');
  if (!(await store.removeEndpoint(accountId, endpointId))) throw endpointNotFound();
}

/**
 * Makes an endpoint's next secret, which signs nothing until it is activated, and replaces an earlier next one. With
 * `isNow`, as after a leak, it signs immediately. The result contains the whole secret.
 * @throws {DomainError} `not_found`
 */
export async function rotateSecret(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
  { endpointId, isNow }: { readonly endpointId: string; readonly isNow: boolean },
): Promise<{ endpoint: ShownEndpoint; secret: string }> {
  const own = { accountId: permit(caller, 'endpoints.manage'), endpointId };
  const secret = makeSecret();
  const change = isNow ? { secret, nextSecret: null } : { nextSecret: secret };
  return { endpoint: await changeOwnEndpoint({ store }, own, () => change), secret };
}

/**
 * Replaces an endpoint's secret by the next one. From now on it signs everything, retries of earlier events included.
 * @throws {DomainError} `not_found`; `invalid_state` when there is no next secret
 */
export async function activateSecret(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
  endpointId: string,
): Promise<ShownEndpoint> {
  const accountId = permit(caller, 'endpoints.manage');
  return await changeOwnEndpoint({ store }, { accountId, endpointId }, ({ nextSecret }) => {
    if (nextSecret !== null) return { secret: nextSecret, nextSecret: null };
    throw new DomainError('invalid_state', 'The endpoint has no next secret: rotate it first.');
  });
}
