import type { Order } from '../../domain/billing/order.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { BillingDeps } from './billing-deps.ts';
import { settlePayment } from './settlement/settle-payment.ts';

/** An order, as its buyer sees it. */
export interface ShownOrder {
  readonly order: Order;
  /** Where it can be paid; undefined when it cannot, or cannot now. */
  readonly payUrl: string | undefined;
}

/**
 * Reads an order of the caller's account, and settles it if it was paid meanwhile. When the provider cannot be asked, the order
 * is shown as it was.
 * @throws {DomainError} `not_found`
 */
export async function readOrder(
  deps: BillingDeps,
  caller: Caller,
  orderId: string,
): Promise<ShownOrder> {
  const accountId = permit(caller, 'billing.manage');
  const known = await deps.store.findOrder(orderId);
  if (known?.accountId !== accountId) {
    throw new DomainError('not_found', 'The account has no such order.');
  }
  try {
    const order = (await settlePayment(deps, orderId)) ?? known;
    return { order, payUrl: await payUrlOf(deps, order) };
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    return { order: known, payUrl: undefined };
  }
}

async function payUrlOf({ billing }: BillingDeps, order: Order): Promise<string | undefined> {
  if (order.state !== 'open' || order.provider !== billing.payments.id) return undefined;
  const checkout = await billing.payments.find(order);
  return checkout?.state === 'open' ? checkout.url : undefined;
}
