import { freshHealth } from '../../domain/endpoint-health.ts';
import type { ShownEndpoint } from '../../domain/webhook-endpoint.ts';
import { shownEndpoint } from '../../domain/webhook-endpoint.ts';
import type { EndpointChange } from '../../ports/document-store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { OwnEndpoint } from './lock-own-endpoint.ts';
import { lockOwnEndpoint } from './lock-own-endpoint.ts';

function switched(enabled: boolean, at: Date): EndpointChange {
  return enabled
    ? { enabled, disabledReason: null, disabledAt: null, health: freshHealth(at) }
    : { enabled, disabledReason: 'by_hand', disabledAt: at };
}

/**
 * Switches an endpoint on or off by hand. What waited while it was off is due once it is on; what it failed before is
 * then forgotten. One that is so already stays as it is, reason and all.
 * @throws {DomainError} `not_found`
 */
export async function switchEndpoint(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  own: OwnEndpoint,
  enabled: boolean,
): Promise<ShownEndpoint> {
  return await store.transaction(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, own);
    if (endpoint.enabled === enabled) return shownEndpoint(endpoint);
    const change = switched(enabled, clock.now());
    await tx.changeEndpoint(own.endpointId, change);
    return shownEndpoint({ ...endpoint, ...change });
  });
}
