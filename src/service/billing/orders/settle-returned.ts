import type { Returned } from '../../ports/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { settleMandate } from './settle-mandate.ts';
import { settlePayment } from './settle-payment.ts';

/** The return only tells where to look. @throws {PaymentProviderError} when unavailable */
export async function settleReturned(deps: BillingDeps, returned: Returned): Promise<void> {
  if ('orderId' in returned) {
    await settlePayment(deps, returned.orderId);
    return;
  }
  const { store, billing } = deps;
  const mandate = await store.findMandateOf(billing.payments.id, returned.mandate);
  if (mandate) await settleMandate(deps, mandate.mandateId);
}
