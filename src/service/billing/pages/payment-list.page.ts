import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { PaymentProvider } from '../../ports/payments.ts';
import { table } from '../../web/dashboard/table.ts';
import { timeOf } from '../../web/dashboard/time.ts';
import { WORDS } from '../../web/dashboard/words/words.ts';
import type { ListedPayment, ListedRefund } from '../orders/payments.sql.ts';
import { showRupees } from '../prices.rules.ts';
import type { BillingOverview } from '../read-billing.ts';
import { deskPathOf } from './desk-paths.page.ts';
import { invoicePath } from './paths.page.ts';

const { payments: words, goods } = WORDS.credits;

export const invoiceLink = (number: string): Html =>
  html`<a href="${invoicePath(number)}">${number}</a>`;

const refundOf = ({ credits, paise, state, creditNote }: ListedRefund): Html =>
  html`${words.refund(credits, showRupees(paise))}${words.refundStates[state]} ${creditNote && invoiceLink(creditNote)}<br>`;

/** Refunds, and a link to the desk where a person can play the seller. */
function givenBack(payment: ListedPayment, provider: PaymentProvider | undefined): Html {
  const { refunds, kind, orderId } = payment;
  const desk = kind === 'pack' && provider?.desk ? deskPathOf(provider, orderId) : undefined;
  return html`${refunds.map(refundOf)}${desk && html`<a href="${desk}">${words.desk}</a>`}`;
}

/** Newest first; null without payments. */
export function paymentList(
  { payments }: BillingOverview,
  provider: PaymentProvider | undefined,
): Html | null {
  if (payments.length === 0) return null;
  const rows = payments.map((payment) => [
    timeOf(payment.paidAt),
    payment.kind === 'pack' ? goods.pack(payment.credits) : goods.month,
    showRupees(payment.paise),
    payment.invoiceNumber && invoiceLink(payment.invoiceNumber),
    givenBack(payment, provider),
  ]);
  return html`<section class="card"><h2>${words.title}</h2>
${table(words.title, words.heads, rows)}</section>`;
}
