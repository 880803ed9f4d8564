import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { PaymentProvider } from '../../ports/payments.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { timeOf } from '../../web/dashboard/dashboard-shell.ts';
import { documentLink } from '../../web/dashboard/document-paths.ts';
import type { Problems } from '../../web/dashboard/form.ts';
import { form, textField } from '../../web/dashboard/form.ts';
import { number, table } from '../../web/dashboard/table.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import type { Billing } from '../billing-deps.ts';
import type { LedgerEntry } from '../credits.sql.ts';
import type { ListedPayment, ListedRefund } from '../orders/orders.sql.ts';
import type { Prices } from '../prices.rules.ts';
import { PACK, priceOf, showRupees } from '../prices.rules.ts';
import type { BillingOverview } from '../read-billing.ts';
import { accessSection, accessWords } from './access-section.page.ts';
import { CREDITS, deskPathOf, invoicePath } from './paths.page.ts';

const { payments: paymentWords, goods: goodsWords } = WORDS.credits;

const invoiceLink = (number: string): Html => html`<a href="${invoicePath(number)}">${number}</a>`;

const refundOf = ({ credits, paise, state, creditNote }: ListedRefund): Html =>
  html`${paymentWords.refund(credits, showRupees(paise))}${paymentWords.refundStates[state]} ${creditNote && invoiceLink(creditNote)}<br>`;

/** Refunds, and a link to the desk where a person can play the seller. */
function givenBack(payment: ListedPayment, provider: PaymentProvider | undefined): Html {
  const { refunds, kind, orderId } = payment;
  const desk = kind === 'pack' && provider?.desk ? deskPathOf(provider, orderId) : undefined;
  return html`${refunds.map(refundOf)}${desk && html`<a href="${desk}">${paymentWords.desk}</a>`}`;
}

const { time, goods, paid, invoice, back } = paymentWords.heads;
const PAYMENT_HEADS = [time, goods, { ofNumbers: paid }, invoice, back];

/** Newest first; null without payments. */
function paymentList(
  { payments }: BillingOverview,
  provider: PaymentProvider | undefined,
): Html | null {
  if (payments.length === 0) return null;
  const rows = payments.map((payment) => [
    timeOf(payment.paidAt),
    payment.kind === 'pack' ? goodsWords.pack(payment.credits) : goodsWords.month,
    number(showRupees(payment.paise)),
    payment.invoiceNumber && invoiceLink(payment.invoiceNumber),
    givenBack(payment, provider),
  ]);
  return html`<section class="card"><h2>${paymentWords.title}</h2>
${table(paymentWords.title, PAYMENT_HEADS, rows)}</section>`;
}

const ofLedger = WORDS.credits.ledger;

const signed = (credits: number): string => (credits > 0 ? `+${credits}` : `−${-credits}`);

function subjectOf(entry: LedgerEntry): Html {
  const { documentId, documentName, invoiceNumber, isRefund, credits } = entry;
  if (documentId !== null) {
    const short = html`<code>${documentId.slice(0, 8)}</code>`;
    if (documentName === null) return html`${ofLedger.removed} ${short}`;
    return html`${documentLink({ documentId, name: documentName })} ${short}`;
  }
  const paper = invoiceNumber === null ? null : invoiceLink(invoiceNumber);
  if (isRefund && credits < 0) return html`${ofLedger.givenBack} ${paper}`;
  if (isRefund) return html`${ofLedger.returned}`;
  return paper ? html`${ofLedger.bought} ${paper}` : html`${ofLedger.granted}`;
}

const rowOf = (entry: LedgerEntry) => [
  timeOf(entry.at),
  subjectOf(entry),
  number(signed(entry.credits)),
  number(entry.balanceAfter),
];

/** Newest first. */
function ledgerTable({ ledger, older }: BillingOverview): Html {
  const empty = html`<p>${ofLedger.empty}</p>`;
  const { time, subject, credits, left } = ofLedger.heads;
  const heads = [time, subject, { ofNumbers: credits }, { ofNumbers: left }];
  const entries = table(ofLedger.title, heads, ledger.map(rowOf));
  return html`<section class="card"><h2>${ofLedger.title}</h2>
${ledger.length === 0 ? empty : entries}
${older !== undefined && html`<p><a class="button quiet" href="/dashboard/credits?before=${older}">${ofLedger.older}</a></p>`}</section>`;
}

const words = WORDS.credits;
const { buy, profile: ofProfile } = words;

const PACKS = [10, 50, 100] as const;

const fact = (name: string, value: string): Html =>
  html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>`;

function packButton(visit: MemberVisit, credits: number, prices: Prices): Html {
  const paise = priceOf({ kind: 'pack', credits }, prices) ?? 0;
  const chosen = html`<input type="hidden" name="credits" value="${credits}"><button>${buy.pack(credits, showRupees(paise))}</button>`;
  return form(visit, `${CREDITS}/buy`, chosen);
}

/** As typed for another number of credits. */
export interface TypedPack {
  readonly credits: string;
  readonly problems: Problems;
}

const otherPack = (visit: MemberVisit, typed: TypedPack | undefined): Html =>
  form(
    visit,
    `${CREDITS}/buy`,
    html`${textField({
      name: 'credits',
      label: buy.other(PACK.minimum),
      value: typed?.credits ?? '',
      problems: typed?.problems,
      type: 'number',
      required: true,
      more: html` inputmode="numeric" min="${PACK.minimum}" max="${PACK.maximum}"`,
    })}
<button class="quiet">${buy.button}</button>`,
  );

const shop = (
  visit: MemberVisit,
  prices: Prices,
  typed: TypedPack | undefined,
): Html => html`<section class="card"><h2>${buy.title}</h2>
<p>${buy.price(showRupees(prices.creditPaise))}</p>
${PACKS.map((credits) => packButton(visit, credits, prices))}
${otherPack(visit, typed)}</section>`;

const NOT_SOLD = html`<section class="card"><h2>${words.title}</h2><p>${buy.notSold}</p></section>`;

function profileSection({ profile }: BillingOverview): Html {
  const lines = profile && [profile.legalName, ...profile.address.split('\n')];
  const to = profile?.email ? ofProfile.sentTo(profile.email) : ofProfile.sentToOwners;
  return html`<section class="card"><h2>${ofProfile.section}</h2>
${lines ? html`<p>${lines.map((line) => html`${line}<br>`)}${profile?.gstin ? ofProfile.gstinIs(profile.gstin) : null}</p>` : html`<p>${ofProfile.nameOnly}</p>`}
<p>${to}</p>
<p><a class="button quiet" href="${CREDITS}/profile">${ofProfile.change}</a></p></section>`;
}

interface ShownCredits {
  readonly overview: BillingOverview;
  readonly billing: Billing | undefined;
  readonly typed: TypedPack | undefined;
}

export function creditsPage(
  visit: MemberVisit,
  { overview, billing, typed }: ShownCredits,
): DashboardPage {
  return {
    title: words.title,
    content: html`<dl class="figures">${[
      fact(words.title, overview.credits.toLocaleString('en-IN')),
      fact(words.access, accessWords(visit.account, visit.now)),
    ]}</dl>
${accessSection(visit, overview, billing)}
${billing ? shop(visit, billing.prices, typed) : NOT_SOLD}
${paymentList(overview, billing?.payments)}
${profileSection(overview)}
${ledgerTable(overview)}`,
  };
}
