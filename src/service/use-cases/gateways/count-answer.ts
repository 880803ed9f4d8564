import { afterFailure, closedBreaker } from '../../domain/breaker.ts';
import type { GatewayAnswer, SigningGateway } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';

/**
 * Counts an answer for or against its gateway, for all processes. A signature closes its breaker; a failure that is due to the
 * signer says nothing.
 */
export async function countAnswer(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  { id }: SigningGateway,
  answer: GatewayAnswer,
): Promise<void> {
  if (answer.outcome === 'failed') {
    if (answer.isOutage) await store.changeBreaker(id, (one) => afterFailure(one, clock.now()));
    return;
  }
  const breakers = await store.listBreakers();
  const hasOpened = breakers.some(({ gateway, openUntil }) => gateway === id && openUntil !== null);
  if (hasOpened) await store.changeBreaker(id, () => closedBreaker(id));
}
