import { DomainError } from '../../core/domain-error.rules.ts';
import type { Caller } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { Order } from './order.rules.ts';
import { settlePayment } from './settle-payment.ts';

export interface ShownOrder {
  readonly order: Order;
  /** Undefined when it can't be paid now. */
  readonly payUrl: string | undefined;
}

/** As stored if the provider is unavailable, else settled. @throws {DomainError} `not_found` */
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
