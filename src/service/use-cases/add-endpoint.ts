import { randomBytes, randomUUID } from 'node:crypto';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';
import type { ServiceDeps } from './deps.ts';

const SECRET_BYTES = 24;

/** Adds a webhook endpoint to an account, with a secret of its own unless one is given. */
export async function addEndpoint(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  { accountId, url, secret }: { accountId: string; url: string; secret?: string },
): Promise<WebhookEndpoint> {
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
