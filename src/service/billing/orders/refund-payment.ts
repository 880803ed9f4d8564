import { randomUUID } from 'node:crypto';
import { DomainError } from '../../core/domain-error.rules.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { shareOf } from '../prices.rules.ts';
import { finishRefund } from './finish-refund.ts';
import type { Refund } from './order.rules.ts';
import type { SettledPayment } from './payments.sql.ts';

export interface RefundWish {
  readonly paymentId: string;
  /** At most the unused ones. */
  readonly credits: number;
}

const refused = (message: string): DomainError => new DomainError('invalid_request', message);

/**
 * Takes unused credits of a pack first, so nobody can use them. The money follows, under a key that
 * works once, then a credit note. `requested` while the provider isn't done.
 * @throws {DomainError} `not_found`; `invalid_request` for other numbers of credits;
 * `insufficient_credits`
 */
export async function refundPayment(deps: BillingDeps, wish: RefundWish): Promise<Refund> {
  const refund = await requestRefund(deps, wish);
  try {
    return (await finishRefund(deps, refund.refundId)) ?? refund;
  } catch (error) {
    if (error instanceof PaymentProviderError) return refund;
    throw error;
  }
}

function assertLeft({ order, refundedCredits }: SettledPayment, credits: number): void {
  if (order.kind !== 'pack')
    throw refused('Only credits can be given back, not a month of access.');
  const left = order.credits - refundedCredits;
  if (Number.isInteger(credits) && credits >= 1 && credits <= left) return;
  throw refused(
    left > 0
      ? `Of this payment, 1 to ${left} credits can be given back.`
      : 'All credits of this payment were given back.',
  );
}

async function requestRefund({ store, clock }: BillingDeps, wish: RefundWish): Promise<Refund> {
  const { paymentId, credits } = wish;
  return await store.transaction(async (tx) => {
    const payment = await tx.lockPayment(paymentId);
    if (!payment) throw new DomainError('not_found', 'There is no such payment.');
    assertLeft(payment, credits);
    const { order, refundedCredits: before } = payment;
    const { accountId } = order;
    const upTo = (part: number) => shareOf(order.paise, { of: order.credits, part });
    const paise = upTo(before + credits) - upTo(before);
    const createdAt = clock.now();
    const asked = { state: 'requested', providerId: null, createdAt } as const;
    const refund = { refundId: randomUUID(), accountId, paymentId, credits, paise, ...asked };
    await tx.insertRefund(refund);
    const { refundId } = refund;
    await tx.takeCredits({ accountId, refundId, credits, at: createdAt });
    return refund;
  });
}
