import { randomUUID } from 'node:crypto';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { FoundRefund } from '../../ports/payments.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { creditNoteOf } from '../invoices/invoice.rules.ts';
import { shareOf } from '../prices.rules.ts';
import { queuePaper } from '../tell-owners.ts';
import type { Refund } from './order.rules.ts';
import type { SettledPayment } from './orders.sql.ts';
import { takeInvoiceNumber } from './settle-order.ts';

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

/**
 * Requests a refund under its key, then issues the credit note, or returns the credits if it
 * failed. Idempotent. Undefined without a refund.
 * @throws {PaymentProviderError} when the provider is unavailable
 */
export async function finishRefund(
  deps: BillingDeps,
  refundId: string,
): Promise<Refund | undefined> {
  const { store } = deps;
  const known = await store.findRefund(refundId);
  if (known?.state !== 'requested') return known;
  const found = await askProvider(deps, known);
  return await store.transaction(async (tx) => {
    const refund = await tx.lockRefund(refundId);
    if (refund?.state !== 'requested') return refund;
    const { providerId } = found;
    const state = found.state === 'pending' ? 'requested' : found.state;
    await tx.changeRefund(refundId, { state, providerId });
    if (state === 'done') await issueCreditNote(deps, tx, refund);
    if (state === 'failed') await returnCredits(deps, tx, refund);
    return { ...refund, state, providerId };
  });
}

/** A refusal counts as a permanent failure. */
async function askProvider(
  { billing }: BillingDeps,
  refund: Refund,
): Promise<Omit<FoundRefund, 'providerId'> & Pick<Refund, 'providerId'>> {
  try {
    return await billing.payments.refund(refund);
  } catch (error) {
    const isRefused = error instanceof PaymentProviderError && error.kind === 'refused';
    if (!isRefused) throw error;
    return { providerId: refund.providerId, state: 'failed' };
  }
}

async function returnCredits(
  { clock }: BillingDeps,
  tx: StoreTransaction,
  { accountId, credits, refundId }: Refund,
): Promise<void> {
  await tx.grantCredits({ accountId, credits, refundId, at: clock.now() });
}

async function issueCreditNote(
  { clock }: BillingDeps,
  tx: StoreTransaction,
  { accountId, paymentId, refundId, credits, paise }: Refund,
): Promise<void> {
  const invoice = await tx.readInvoice(paymentId);
  if (!invoice) throw new Error(`There is no invoice over payment ${paymentId}.`);
  const { isTest } = invoice;
  const issuedAt = clock.now();
  const { number, ...at } = await takeInvoiceNumber(tx, { kind: 'credit_note', isTest, issuedAt });
  const content = creditNoteOf(invoice, { number, issuedAt, credits, paise });
  await tx.insertInvoice({ content, ...at, accountId, refundId });
  const profile = await tx.findProfile(accountId);
  await queuePaper(tx, { accountId, number, profile }, issuedAt);
}
