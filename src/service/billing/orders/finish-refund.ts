import type { FoundRefund } from '../../ports/payments.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { creditNoteOf } from '../invoices/invoice.rules.ts';
import { queuePaper } from '../tell-owners.ts';
import type { Refund } from './order.rules.ts';
import { takeInvoiceNumber } from './settle-order.ts';

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
