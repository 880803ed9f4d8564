import { randomBytes, randomUUID } from 'node:crypto';
import { DomainError } from '../domain/domain-error.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';
import type { ServiceDeps } from './deps.ts';

const SECRET_BYTES = 24;

function assertDeliverable(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isHttp = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  if (isHttp && !parsed.username && !parsed.password && !parsed.hash) return;
  throw new DomainError(
    'invalid_request',
    'The URL of a webhook endpoint must begin with http:// or https://, without user name or fragment.',
  );
}

/**
 * Adds a webhook endpoint to an account, with a secret of its own unless one is given.
 * @throws {DomainError} `invalid_request` for a URL that nothing can be delivered to
 */
export async function addEndpoint(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  { accountId, url, secret }: { accountId: string; url: string; secret?: string },
): Promise<WebhookEndpoint> {
  assertDeliverable(url);
  const endpoint: WebhookEndpoint = {
    endpointId: `whe_${randomUUID().replaceAll('-', '')}`,
    accountId,
    url,
    secret: secret ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`,
    enabled: true,
    createdAt: clock.now(),
  };
  await store.transaction(async (tx) => await tx.insertEndpoint(endpoint));
  return endpoint;
}
