/** `held`: a payment does not fit, and a person must look at it. */
export const ORDER_STATES = ['open', 'paid', 'expired', 'held'] as const;
type OrderState = (typeof ORDER_STATES)[number];

export interface Order {
  /** `ord_` and 32 hexadecimal digits: also the provider's reference. */
  readonly orderId: string;
  readonly accountId: string;
  readonly kind: 'pack' | 'month';
  /** 0 for a month. */
  readonly credits: number;
  /** With GST. */
  readonly paise: number;
  readonly provider: string;
  /** The provider's id of the checkout; null until it is known. */
  readonly providerId: string | null;
  readonly state: OrderState;
  readonly heldReason: string | null;
  /** The mandate that charged a month; null for a single order. */
  readonly mandateId: string | null;
  readonly createdAt: Date;
  /** When it can no longer be paid. A payment made just before may arrive later. */
  readonly expiresAt: Date;
}

/** Money that arrived, as reported by the provider. */
export interface Payment {
  /** The provider's id. */
  readonly paymentId: string;
  readonly paise: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly paidAt: Date;
}

/** Why a payment does not settle an order, as a sentence; undefined when it does. */
export function paymentFault(
  { paise }: Pick<Order, 'paise'>,
  payment: Pick<Payment, 'paise' | 'currency'>,
): string | undefined {
  if (payment.currency !== 'INR') return `Paid in ${payment.currency}, not in INR.`;
  if (payment.paise !== paise) return `${payment.paise} paise were paid instead of ${paise}.`;
  return undefined;
}

/** `requested`: the credits are taken, but the money is not yet back. */
export const REFUND_STATES = ['requested', 'done', 'failed'] as const;
type RefundState = (typeof REFUND_STATES)[number];

export interface Refund {
  /** A UUID, and the provider's idempotency key. */
  readonly refundId: string;
  readonly accountId: string;
  readonly paymentId: string;
  readonly credits: number;
  readonly paise: number;
  readonly state: RefundState;
  /** The provider's id; null until it is known. */
  readonly providerId: string | null;
  readonly createdAt: Date;
}
