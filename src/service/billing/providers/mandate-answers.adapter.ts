import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { MandateState } from '../orders/mandate.rules.ts';
import type { Payment } from '../orders/order.rules.ts';

const Id = Type.String({ minLength: 1, maxLength: 100 });
const Currency = Type.String({ pattern: '^[A-Z]{3}$' });
const OrNull = <Schema extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  schema: Schema,
) => Type.Optional(Type.Union([Type.Null(), schema]));

export const Plan = Type.Object({
  period: Type.String(),
  interval: Type.Integer(),
  item: Type.Object({ amount: Type.Integer(), currency: Currency }),
});

const STATUSES = [
  'created',
  'authenticated',
  'active',
  'paused',
  'pending',
  'halted',
  'cancelled',
  'completed',
  'expired',
] as const;

export const Subscription = Type.Object({
  id: Id,
  status: Type.Enum([...STATUSES]),
  short_url: Type.String({ pattern: '^https?://' }),
});
export type Subscription = Static<typeof Subscription>;

/** A halted subscription can be paid by hand, and then continues. */
export const MANDATE_STATES: Readonly<Record<(typeof STATUSES)[number], MandateState>> = {
  created: 'open',
  authenticated: 'active',
  active: 'active',
  paused: 'active',
  pending: 'failing',
  halted: 'failing',
  cancelled: 'over',
  completed: 'over',
  expired: 'over',
};

const SubscriptionInvoice = Type.Object({
  status: Type.String(),
  payment_id: OrNull(Type.String()),
  amount_paid: OrNull(Type.Integer({ minimum: 0 })),
  currency: Currency,
  /** Seconds since 1970. */
  paid_at: OrNull(Type.Integer()),
});
export type SubscriptionInvoice = Static<typeof SubscriptionInvoice>;

export const SubscriptionInvoices = Type.Object({ items: Type.Array(SubscriptionInvoice) });

/** Oldest first. */
export function chargesOf(invoices: readonly SubscriptionInvoice[]): Payment[] {
  const charges = invoices.flatMap(({ status, payment_id, amount_paid, currency, paid_at }) => {
    if (status !== 'paid' || !payment_id || !paid_at) return [];
    const paidAt = new Date(paid_at * 1000);
    return [{ paymentId: payment_id, paise: amount_paid ?? 0, currency, paidAt }];
  });
  return charges.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}
