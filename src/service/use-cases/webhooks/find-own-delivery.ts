import type { Delivery } from '../../domain/delivery.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { ServiceDeps } from '../deps.ts';

/** The refusal for a delivery that is missing or somebody else's: the two are not told apart. */
export const deliveryNotFound = (name: string): DomainError =>
  new DomainError('not_found', `No delivery's id begins with ${name}.`);

/** A delivery by its id, or by a beginning of it. */
export interface NamedDelivery {
  readonly accountId: string;
  readonly name: string;
}

/**
 * The account's own delivery, its bytes and its log with it.
 * @throws {DomainError} `not_found`; `invalid_request` for what begins several ids
 */
export async function findOwnDelivery(
  { store }: Pick<ServiceDeps, 'store'>,
  { accountId, name }: NamedDelivery,
): Promise<Delivery> {
  const [deliveryId, ...others] = await store.findDeliveryIds({ accountId, beginning: name });
  if (deliveryId === undefined) throw deliveryNotFound(name);
  if (others.length > 0)
    throw new DomainError('invalid_request', `Several deliveries' ids begin with ${name}.`);
  const delivery = await store.findDelivery({ accountId, deliveryId });
  if (!delivery) throw deliveryNotFound(name);
  return delivery;
}
