import type { ShownEndpoint } from '../../domain/webhook-endpoint.ts';
import { shownEndpoint } from '../../domain/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';

/** An account's webhook endpoints, oldest first, without their secrets. */
export async function listEndpoints(
  { store }: Pick<ServiceDeps, 'store'>,
  accountId: string,
): Promise<ShownEndpoint[]> {
  return (await store.listEndpoints(accountId)).map(shownEndpoint);
}
