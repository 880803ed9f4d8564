import { DomainError } from '../../domain/domain-error.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { StoreTransaction } from '../../ports/document-store.ts';

/** An endpoint of an account. */
export interface OwnEndpoint {
  readonly accountId: string;
  readonly endpointId: string;
}

/** The refusal for an endpoint that is missing or somebody else's: the two are not told apart. */
export const endpointNotFound = (): DomainError =>
  new DomainError('not_found', 'There is no such webhook endpoint in this account.');

/** The account's own endpoint, locked. @throws {DomainError} `not_found` */
export async function lockOwnEndpoint(
  tx: StoreTransaction,
  { accountId, endpointId }: OwnEndpoint,
): Promise<WebhookEndpoint> {
  const endpoint = await tx.lockEndpoint(endpointId);
  if (endpoint?.accountId !== accountId) throw endpointNotFound();
  return endpoint;
}
