import type { EventHeaders } from '../../ports/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { finishRefund } from './finish-refund.ts';
import { settleMandate } from './settle-mandate.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Recorded after processing, so an interrupted event is processed when repeated. `unsigned` for an
 * invalid signature; nothing else is read then.
 * @throws {PaymentProviderError} when the provider is unavailable
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
