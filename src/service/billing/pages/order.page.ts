import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { facts, timeOf } from '../../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../../web/dashboard/form.ts';
import { form, labelled, textField, textOf } from '../../web/dashboard/form.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import { nameState, STATES } from '../invoices/gstin.rules.ts';
import type { StoredProfile } from '../invoices/invoice.rules.ts';
import type { Order } from '../orders/order.rules.ts';
import { showRupees } from '../prices.rules.ts';
import type { ShownOrder } from '../read-billing.ts';
import { CREDITS } from './paths.page.ts';

const profileWords = WORDS.credits.profile;

type TypedProfile = Readonly<Record<keyof StoredProfile, string>>;

export const storedProfile = (
  visit: MemberVisit,
  profile: StoredProfile | undefined,
): TypedProfile => ({
  legalName: profile?.legalName ?? visit.account.name,
  address: profile?.address ?? '',
  state: profile?.state ?? '',
  gstin: profile?.gstin ?? '',
  email: profile?.email ?? '',
});

export const typedProfile = (body: unknown): TypedProfile => ({
  legalName: textOf(body, 'legalName'),
  address: textOf(body, 'address'),
  state: textOf(body, 'state'),
  gstin: textOf(body, 'gstin'),
  email: textOf(body, 'email'),
});

const STATE_CODES = Object.keys(STATES).sort();

/** The codes are numbers: as an object's keys, some would come before those with a leading zero. */
const stateOptions = (state: string): readonly Html[] =>
  STATE_CODES.map(
    (code) =>
      html`<option value="${code}"${code === state ? html` selected` : null}>${nameState(code)}</option>`,
  );

export function profilePage(
  visit: MemberVisit,
  { legalName, address, state, gstin, email }: TypedProfile,
  problems?: Problems,
): DashboardPage {
  const { name, gstin: gstinLabel, gstinHint, email: emailLabel, emailHint } = profileWords;
  const fields = html`${textField({ name: 'legalName', label: name, value: legalName, problems, required: true, more: html` autocomplete="organization" maxlength="200"` })}
${labelled({ name: 'address', label: profileWords.address, problems }, (marks) => html`<textarea name="address" rows="3" autocomplete="street-address" maxlength="500" required${marks}>${address}</textarea>`)}
${labelled({ name: 'state', label: profileWords.state, problems }, (marks) => html`<select name="state" required${marks}><option value="">${profileWords.choose}</option>${stateOptions(state)}</select>`)}
${textField({ name: 'gstin', label: gstinLabel, hint: gstinHint, value: gstin, problems, more: html` autocomplete="off" autocapitalize="characters" maxlength="15"` })}
${textField({ name: 'email', label: emailLabel, hint: emailHint, value: email, problems, type: 'email', more: html` autocomplete="email" maxlength="254"` })}
<button>${profileWords.save}</button>`;
  return {
    title: profileWords.title,
    content: html`<section class="card"><p>${profileWords.words}</p>
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
