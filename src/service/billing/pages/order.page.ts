import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { DashboardPage } from '../../web/dashboard/shell.ts';
import { facts } from '../../web/dashboard/table.ts';
import { timeOf } from '../../web/dashboard/time.ts';
import { WORDS } from '../../web/dashboard/words/words.ts';
import type { Order } from '../orders/order.rules.ts';
import type { ShownOrder } from '../orders/read-order.ts';
import { showRupees } from '../prices.rules.ts';
import { CREDITS } from './paths.page.ts';

const { order: words, goods } = WORDS.credits;

const goodsOf = ({ kind, credits }: Order): string =>
  kind === 'pack' ? goods.pack(credits) : goods.month;

const BACK = html`<p><a class="button" href="${CREDITS}">${words.back}</a></p>`;

function openOrder(order: Order, payUrl: string | undefined): Html {
  const paid = html`<p class="hint">${words.paidAlready}</p>
<p><a href="${CREDITS}/orders/${order.orderId}">${words.lookAgain}</a></p>`;
  if (payUrl === undefined) return html`<p>${words.unavailable}</p>${paid}`;
  return html`<p><a class="button" href="${payUrl}">${words.pay(showRupees(order.paise))}</a></p>
<p>${words.until(timeOf(order.expiresAt))}</p>${paid}`;
}

function stateOf({ order, payUrl }: ShownOrder): Html {
  switch (order.state) {
    case 'open':
      return openOrder(order, payUrl);
    case 'paid':
      return html`<p>${words.paid}</p>${BACK}`;
    case 'expired':
      return html`<p>${words.expired}</p>${BACK}`;
    case 'held':
      return html`<p>${words.held(order.heldReason ?? '')}</p>${BACK}`;
  }
}

export function orderPage(shown: ShownOrder): DashboardPage {
  const { order } = shown;
  const known = facts([
    [words.order, html`<code>${order.orderId}</code>`],
    [words.for, goodsOf(order)],
    [words.price, words.withGst(showRupees(order.paise))],
  ]);
  return {
    title: words.titles[order.state],
    ...(order.state === 'open' && { live: order }),
    content: html`<section class="card">${known}
${stateOf(shown)}</section>`,
  };
}
