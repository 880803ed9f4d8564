import type { EventHeaders } from '../../../ports/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { finishRefund } from '../finish-refund.ts';
import { settleMandate } from './settle-mandate.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Takes an event of the payment provider, by its exact bytes. It is noted once it was dealt with, so that one which was cut off is
 * dealt with when it is repeated. `unsigned` when its signature is not valid: then nothing was looked at.
 * @throws {PaymentProviderError} when the provider cannot be asked
 */
export async function receiveEvent(
  deps: BillingDeps,
  { rawBody, headers }: { readonly rawBody: Buffer; readonly headers: EventHeaders },
): Promise<'done' | 'unsigned'> {
  const { store, clock, billing } = deps;
  const event = billing.payments.readEvent(rawBody, headers);
  if (!event) return 'unsigned';
  const provider = billing.payments.id;
  if (await store.hasEvent(provider, event.eventId)) return 'done';
  if (event.orderId !== null) await settlePayment(deps, event.orderId);
  const mandate = event.mandate && (await store.findMandateOf(provider, event.mandate));
  if (mandate) await settleMandate(deps, mandate.mandateId);
  if (event.refundId !== null) await finishRefund(deps, event.refundId);
  await store.noteEvent({ provider, eventId: event.eventId, at: clock.now() });
  return 'done';
}
