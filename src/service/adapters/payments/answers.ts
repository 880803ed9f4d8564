import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { FoundCheckout, FoundRefund } from '../../ports/payments.ts';

export const Id = Type.String({ minLength: 1, maxLength: 100 });
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' });
export const PageUrl = Type.String({ pattern: '^https?://' });
const Paise = Type.Integer({ minimum: 0 });

export const PaymentLink = Type.Object({
  id: Id,
  reference_id: Type.String(),
  status: Type.Enum(['created', 'partially_paid', 'expired', 'cancelled', 'paid']),
  short_url: PageUrl,
  currency: Currency,
  payments: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Array(
        Type.Object({
          payment_id: Id,
          amount: Paise,
          status: Type.String(),
          /** Seconds since 1970. */
          created_at: Type.Integer(),
        }),
      ),
    ]),
  ),
});
export type PaymentLink = Static<typeof PaymentLink>;

/** References are unique. */
export const PaymentLinks = Type.Object({ payment_links: Type.Array(PaymentLink) });

export const RefundEntity = Type.Object({
  id: Id,
  amount: Paise,
  payment_id: Id,
  receipt: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  status: Type.Enum(['pending', 'processed', 'failed']),
});
export type RefundEntity = Static<typeof RefundEntity>;

export const Refunds = Type.Object({ items: Type.Array(RefundEntity) });

export const EventBody = Type.Object({
  event: Type.String(),
  payload: Type.Object({
    payment_link: Type.Optional(
      Type.Object({ entity: Type.Object({ reference_id: Type.String() }) }),
    ),
    subscription: Type.Optional(Type.Object({ entity: Type.Object({ id: Id }) })),
    refund: Type.Optional(
      Type.Object({ entity: Type.Object({ receipt: Type.Union([Type.Null(), Type.String()]) }) }),
    ),
  }),
});

const STATES = {
  created: 'open',
  partially_paid: 'open',
  expired: 'closed',
  cancelled: 'closed',
} as const;

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** A paid link whose payment isn't listed yet is still open. */
export function checkoutOf(link: PaymentLink): FoundCheckout {
  const { id: providerId, short_url: url, status, currency, payments } = link;
  const captured = payments?.find((payment) => payment.status === 'captured');
  if (captured) {
    const { payment_id: paymentId, amount: paise, created_at } = captured;
    const paidAt = new Date(created_at * 1000);
    return { providerId, url, state: 'paid', payment: { paymentId, paise, currency, paidAt } };
  }
  return { providerId, url, state: status === 'paid' ? 'open' : STATES[status], payment: null };
}

const REFUND_STATES = { pending: 'pending', processed: 'done', failed: 'failed' } as const;

export const refundOf = ({ id, status }: RefundEntity): FoundRefund => ({
  providerId: id,
  state: REFUND_STATES[status],
});
