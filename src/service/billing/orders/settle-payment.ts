import type { EventHeaders, Returned } from '../../ports/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { Order } from './order.rules.ts';
import { finishRefund } from './refund-payment.ts';
import { settleMandate } from './settle-mandate.ts';
import { changedOrder, settleOrder } from './settle-order.ts';

/** How long to check an expired order: its payment may be late. */
const LATE_MS = 24 * 3_600_000;

interface PollDeps extends BillingDeps {
  /** Called for each failed order, mandate or refund; the rest and later runs continue. */
  onError(error: unknown): void;
}

/**
 * Settles orders, charges and refunds without an event: events get lost, and browsers are closed.
 * Any number of processes may run it.
 */
export async function pollPayments(deps: PollDeps, signal?: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  const since = new Date(clock.now().getTime() - LATE_MS);
  const settle = (orderId: string) => settlePayment(deps, orderId);
  await forEach(deps, { ids: await store.listUnsettled(since), work: settle, signal });
  const charge = (mandateId: string) => settleMandate(deps, mandateId);
  await forEach(deps, { ids: await store.listDueMandates(clock.now()), work: charge, signal });
  const finish = (refundId: string) => finishRefund(deps, refundId);
  await forEach(deps, { ids: await store.listRequestedRefunds(), work: finish, signal });
}

interface Work {
  readonly ids: readonly string[];
  readonly work: (id: string) => Promise<unknown>;
  readonly signal: AbortSignal | undefined;
}

async function forEach({ onError }: PollDeps, { ids, work, signal }: Work): Promise<void> {
  for (const id of ids) {
    if (signal?.aborted) return;
    await work(id).catch(onError);
  }
}

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
