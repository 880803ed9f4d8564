import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { facts, timeOf } from '../../web/dashboard/dashboard-shell.ts';
import { alertOf, form } from '../../web/dashboard/form.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import type { StoredProfile } from '../invoices/profile.rules.ts';
import type { Order } from '../orders/order.rules.ts';
import type { ShownOrder } from '../orders/read-order.ts';
import { showRupees } from '../prices.rules.ts';
import { nameState, STATES } from '../states.rules.ts';
import { CREDITS } from './paths.page.ts';

const profileWords = WORDS.credits.profile;

type TypedProfile = Readonly<Record<keyof StoredProfile, string>>;

export const typedProfile = (
  visit: MemberVisit,
  profile: StoredProfile | undefined,
): TypedProfile => ({
  legalName: profile?.legalName ?? visit.account.name,
  address: profile?.address ?? '',
  state: profile?.state ?? '',
  gstin: profile?.gstin ?? '',
  email: profile?.email ?? '',
});

export function profilePage(
  visit: MemberVisit,
  { legalName, address, state, gstin, email }: TypedProfile,
  refused?: string,
): DashboardPage {
  const options = Object.keys(STATES)
    .sort()
    .map(
      (code) =>
        html`<option value="${code}"${code === state ? html` selected` : null}>${nameState(code)}</option>`,
    );
  const fields = html`<label class="field">${profileWords.name}
<input name="legalName" autocomplete="organization" maxlength="200" required value="${legalName}"></label>
<label class="field">${profileWords.address}
<textarea name="address" rows="3" autocomplete="street-address" maxlength="500" required>${address}</textarea></label>
<label class="field">${profileWords.state}
<select name="state" required><option value="">${profileWords.choose}</option>${options}</select></label>
<label class="field">${profileWords.gstin}
<input name="gstin" autocomplete="off" autocapitalize="characters" maxlength="15" value="${gstin}"></label>
<p class="hint">${profileWords.gstinHint}</p>
<label class="field">${profileWords.email} <span class="hint">${profileWords.emailHint}</span>
<input type="email" name="email" autocomplete="email" maxlength="254" value="${email}"></label>
<button>${profileWords.save}</button>`;
  return {
    title: profileWords.title,
    status: refused === undefined ? 200 : 400,
    content: html`${alertOf(refused)}<section class="card"><p>${profileWords.words}</p>
${form(visit, '/dashboard/credits/profile', fields)}</section>`,
  };
}

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
