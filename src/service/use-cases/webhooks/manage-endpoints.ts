import { randomUUID } from 'node:crypto';
import { DomainError } from '../../domain/domain-error.ts';
import { freshHealth } from '../../domain/endpoint-health.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';
import { makeSecret } from './make-secret.ts';

/** Why nothing is ever delivered to a URL, such as `insecure_url`; undefined when it tells nothing. */
export type ObjectionTo = (url: URL) => 'blocked_address' | 'insecure_url' | undefined;

const OBJECTIONS = {
  blocked_address: 'lies in a private network or on the machine itself: nothing is delivered there',
  insecure_url: 'must begin with https://, so that nobody on the way reads what is delivered',
} as const;

const refusal = (problem: string): DomainError =>
  new DomainError('invalid_request', `The URL of a webhook endpoint ${problem}.`);

function assertDeliverable(url: string, objectionTo: ObjectionTo | undefined): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isHttp = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  if (!isHttp || parsed.username || parsed.password || parsed.hash)
    throw refusal('must begin with http:// or https://, without user name or fragment');
  const objection = objectionTo?.(parsed);
  if (objection) throw refusal(OBJECTIONS[objection]);
}

type AddDeps = Pick<ServiceDeps, 'store' | 'clock'> & { readonly objectionTo?: ObjectionTo };

/**
 * Adds a webhook endpoint to an account, with a secret of its own unless one is given.
 * @throws {DomainError} `invalid_request` for a URL that nothing can be delivered to
 */
export async function addEndpoint(
  { store, clock, objectionTo }: AddDeps,
  { accountId, url, secret }: { accountId: string; url: string; secret?: string },
): Promise<WebhookEndpoint> {
  assertDeliverable(url, objectionTo);
  const at = clock.now();
  const endpoint: WebhookEndpoint = {
    endpointId: `whe_${randomUUID().replaceAll('-', '')}`,
    accountId,
    url,
    secret: secret ?? makeSecret(),
    nextSecret: null,
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    health: freshHealth(at),
    createdAt: at,
  };
  await store.transaction(async (tx) => await tx.insertEndpoint(endpoint));
  return endpoint;
}
