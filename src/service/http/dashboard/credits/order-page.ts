import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Order } from '../../../domain/billing/order.ts';
import { showRupees } from '../../../domain/billing/prices.ts';
import type { ShownOrder } from '../../../use-cases/billing/read-order.ts';
import type { DashboardPage } from '../shell.ts';
import { timeOf } from '../time.ts';

const goodsOf = ({ kind, credits }: Order): string =>
  kind === 'pack' ? `${credits} credits` : 'API access, one month';

const TITLES = {
  open: 'Pay for your order',
  paid: 'Paid',
  expired: 'This order has expired',
  held: 'We have to look at this payment',
} as const;

const BACK = html`<p><a class="button" href="/dashboard/credits">Credits</a></p>`;

function openOrder(order: Order, payUrl: string | undefined): Html {
  const paid = html`<p class="hint">Paid already? Banks take a moment, sometimes longer. This page shows it once the payment has arrived; you need not pay again.</p>
<p><a href="/dashboard/credits/orders/${order.orderId}">Look again</a></p>`;
  if (payUrl === undefined) {
    return html`<p>The provider of payments does not show this order now. Look again in a while, or order again: an order that is not paid costs nothing.</p>${paid}`;
  }
  return html`<p><a class="button" href="${payUrl}">Pay ${showRupees(order.paise)}</a></p>
<p>Until ${timeOf(order.expiresAt)}.</p>${paid}`;
}

function stateOf({ order, payUrl }: ShownOrder): Html {
  switch (order.state) {
    case 'open':
      return openOrder(order, payUrl);
    case 'paid':
      return html`<p>The payment has arrived. The invoice is on the page of your credits.</p>${BACK}`;
    case 'expired':
      return html`<p>It was not paid in time, and nothing was bought. A payment that is still under way is recognised when it arrives within a day.</p>${BACK}`;
    case 'held':
      return html`<p>A payment arrived that does not fit this order: ${order.heldReason} Nothing was bought with it. Tell the operator of this service the number of the order.</p>${BACK}`;
  }
}

/** An order: where to pay it, or what became of it. */
export const orderPage = (shown: ShownOrder): DashboardPage => ({
  title: TITLES[shown.order.state],
  ...(shown.order.state === 'open' && { live: shown.order }),
  content: html`<section class="card"><dl class="facts"><dt>Order</dt><dd><code>${shown.order.orderId}</code></dd><dt>For</dt><dd>${goodsOf(shown.order)}</dd><dt>Price</dt><dd>${showRupees(shown.order.paise)}, GST included</dd></dl>
${stateOf(shown)}</section>`,
});
