import type { BillingDeps } from '../billing-deps.ts';
import type { Order } from './order.rules.ts';
import { changedOrder, settleOrder } from './settle-order.ts';

const isOver = ({ state }: Order): boolean => state === 'paid' || state === 'held';

/**
 * Trusts only the provider's own answers. One transaction records the payment, grants the goods and
 * issues the invoice. Idempotent. A mismatch holds the order. Undefined without an order.
 * @throws {PaymentProviderError} when the provider is unavailable
 */
export async function settlePayment(
  deps: BillingDeps,
  orderId: string,
): Promise<Order | undefined> {
  const { store, clock, billing } = deps;
  const known = await store.findOrder(orderId);
  if (!known || isOver(known) || known.provider !== billing.payments.id) return known;
  const payment = (await billing.payments.find(known))?.payment;
  const hasExpired = known.expiresAt <= clock.now();
  if (!payment && !(hasExpired && known.state === 'open')) return known;
  return await store.transaction(async (tx) => {
    const order = await tx.lockOrder(orderId);
    if (!order || isOver(order)) return order;
    return payment
      ? await settleOrder(deps, tx, { order, payment })
      : await changedOrder(tx, order, { state: 'expired' });
  });
}
