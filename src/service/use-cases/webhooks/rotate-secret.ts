import type { ShownEndpoint } from '../../domain/webhook-endpoint.ts';
import { shownEndpoint } from '../../domain/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';
import type { OwnEndpoint } from './lock-own-endpoint.ts';
import { lockOwnEndpoint } from './lock-own-endpoint.ts';
import { makeSecret } from './make-secret.ts';

/**
 * Makes an endpoint's next secret, which nothing is signed with before it is activated; a next one that was there is
 * forgotten. With `isNow` it signs at once and the old one is forgotten, as after a leak. The secret is shown here and
 * never again.
 * @throws {DomainError} `not_found`
 */
export async function rotateSecret(
  { store }: Pick<ServiceDeps, 'store'>,
  own: OwnEndpoint,
  { isNow }: { readonly isNow: boolean },
): Promise<{ endpoint: ShownEndpoint; secret: string }> {
  const secret = makeSecret();
  const change = isNow ? { secret, nextSecret: null } : { nextSecret: secret };
  return await store.transaction(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, own);
    await tx.changeEndpoint(own.endpointId, change);
    return { endpoint: shownEndpoint({ ...endpoint, ...change }), secret };
  });
}
