import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Order } from '../../../domain/billing/order.ts';
import { showRupees } from '../../../domain/billing/prices.ts';
import type { StoredProfile } from '../../../domain/billing/profile.ts';
import { nameState, STATES } from '../../../domain/billing/states.ts';
import type { ShownOrder } from '../../../use-cases/billing/read-order.ts';
import { alertOf } from '../fields.ts';
import { form } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import { facts } from '../table.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { CREDITS } from './paths.ts';

const { order: ofOrders, goods } = WORDS.credits;

const goodsOf = ({ kind, credits }: Order): string =>
  kind === 'pack' ? goods.pack(credits) : goods.month;

const BACK = html`<p><a class="button" href="${CREDITS}">${ofOrders.back}</a></p>`;

function openOrder(order: Order, payUrl: string | undefined): Html {
  const paid = html`<p class="hint">${ofOrders.paidAlready}</p>
<p><a href="${CREDITS}/orders/${order.orderId}">${ofOrders.lookAgain}</a></p>`;
  if (payUrl === undefined) return html`<p>${ofOrders.unavailable}</p>${paid}`;
  return html`<p><a class="button" href="${payUrl}">${ofOrders.pay(showRupees(order.paise))}</a></p>
<p>${ofOrders.until(timeOf(order.expiresAt))}</p>${paid}`;
}

function stateOf({ order, payUrl }: ShownOrder): Html {
  switch (order.state) {
    case 'open':
      return openOrder(order, payUrl);
    case 'paid':
      return html`<p>${ofOrders.paid}</p>${BACK}`;
    case 'expired':
      return html`<p>${ofOrders.expired}</p>${BACK}`;
    case 'held':
      return html`<p>${ofOrders.held(order.heldReason ?? '')}</p>${BACK}`;
  }
}

/** An order: where to pay it, or what became of it. */
export function orderPage(shown: ShownOrder): DashboardPage {
  const { order } = shown;
  const known = facts([
    [ofOrders.order, html`<code>${order.orderId}</code>`],
    [ofOrders.for, goodsOf(order)],
    [ofOrders.price, ofOrders.withGst(showRupees(order.paise))],
  ]);
  return {
    title: ofOrders.titles[order.state],
    ...(order.state === 'open' && { live: order }),
    content: html`<section class="card">${known}
${stateOf(shown)}</section>`,
  };
}

const words = WORDS.credits.profile;

/** A profile as it stands in the form. */
export type TypedProfile = Readonly<Record<keyof StoredProfile, string>>;

/** Initial values of the form. */
export const typedProfile = (visit: Visit, profile: StoredProfile | undefined): TypedProfile => ({
  legalName: profile?.legalName ?? visit.account.name,
  address: profile?.address ?? '',
  state: profile?.state ?? '',
  gstin: profile?.gstin ?? '',
  email: profile?.email ?? '',
});

/** To whom invoices are made out, as a form; with the reason if it was refused. */
export function profilePage(
  visit: Visit,
  { legalName, address, state, gstin, email }: TypedProfile,
  refused?: string,
): DashboardPage {
  const options = Object.keys(STATES)
    .sort()
    .map(
      (code) =>
        html`<option value="${code}"${code === state ? html` selected` : null}>${nameState(code)}</option>`,
    );
  const fields = html`<label class="field">${words.name}
<input name="legalName" autocomplete="organization" maxlength="200" required value="${legalName}"></label>
<label class="field">${words.address}
<textarea name="address" rows="3" autocomplete="street-address" maxlength="500" required>${address}</textarea></label>
<label class="field">${words.state}
<select name="state" required><option value="">${words.choose}</option>${options}</select></label>
<label class="field">${words.gstin}
<input name="gstin" autocomplete="off" autocapitalize="characters" maxlength="15" value="${gstin}"></label>
<p class="hint">${words.gstinHint}</p>
<label class="field">${words.email} <span class="hint">${words.emailHint}</span>
<input type="email" name="email" autocomplete="email" maxlength="254" value="${email}"></label>
<button>${words.save}</button>`;
  return {
    title: words.title,
    status: refused === undefined ? 200 : 400,
    content: html`${alertOf(refused)}<section class="card"><p>${words.words}</p>
${form(visit, '/dashboard/credits/profile', fields)}</section>`,
  };
}
