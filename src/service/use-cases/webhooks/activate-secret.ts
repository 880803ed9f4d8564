import { DomainError } from '../../domain/domain-error.ts';
import type { ShownEndpoint } from '../../domain/webhook-endpoint.ts';
import { shownEndpoint } from '../../domain/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';
import type { OwnEndpoint } from './lock-own-endpoint.ts';
import { lockOwnEndpoint } from './lock-own-endpoint.ts';

/**
 * Signs with an endpoint's next secret from now on, retries of earlier events too, and forgets the old one.
 * @throws {DomainError} `not_found`; `invalid_state` when there is no next secret
 */
export async function activateSecret(
  { store }: Pick<ServiceDeps, 'store'>,
  own: OwnEndpoint,
): Promise<ShownEndpoint> {
  return await store.transaction(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, own);
    const { nextSecret } = endpoint;
    if (nextSecret === null)
      throw new DomainError('invalid_state', 'The endpoint has no next secret: rotate it first.');
    const change = { secret: nextSecret, nextSecret: null };
    await tx.changeEndpoint(own.endpointId, change);
    return shownEndpoint({ ...endpoint, ...change });
  });
}
