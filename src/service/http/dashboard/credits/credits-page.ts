import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Prices } from '../../../domain/billing/prices.ts';
import { PACK, priceOf, showRupees } from '../../../domain/billing/prices.ts';
import type { BillingOverview } from '../../../use-cases/billing/read-billing.ts';
import { buttonForm, form } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import type { Visit } from '../visit.ts';
import { accessWords } from './access-words.ts';
import { invoiceList } from './invoice-list.ts';
import { ledgerTable } from './ledger-table.ts';

/** The page of credits and what belongs to it. */
export const CREDITS = '/dashboard/credits';

/** Packs that take one click. */
const PACKS = [10, 50, 100] as const;

const fact = (name: string, value: string): Html =>
  html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>`;

function packButton(visit: Visit, credits: number, prices: Prices): Html {
  const paise = priceOf({ kind: 'pack', credits }, prices) ?? 0;
  const chosen = html`<input type="hidden" name="credits" value="${credits}"><button>Buy ${credits} for ${showRupees(paise)}</button>`;
  return form(visit, `${CREDITS}/buy`, chosen);
}

const shop = (visit: Visit, prices: Prices): Html => html`<section class="card"><h2>Buy credits</h2>
<p>A credit pays for one signer. Each costs ${showRupees(prices.creditPaise)}, GST included.</p>
${PACKS.map((credits) => packButton(visit, credits, prices))}
${form(
  visit,
  `${CREDITS}/buy`,
  html`<label class="field">Another number, from ${PACK.minimum}
<input type="number" name="credits" inputmode="numeric" min="${PACK.minimum}" max="${PACK.maximum}" required></label>
<button class="quiet">Buy</button>`,
)}</section>`;

const NOT_SOLD = html`<section class="card"><h2>Credits</h2><p>Nothing is sold here. Ask the operator of this service for credits.</p></section>`;

function accessSection(
  visit: Visit,
  { mayTry, access }: BillingOverview,
  prices: Prices | undefined,
): Html | null {
  const hasNoEnd = access.state === 'active' && access.until === null;
  const month = hasNoEnd ? null : (prices?.monthPaise ?? null);
  if (!mayTry && month === null) return null;
  const trial = html`<p>Try the API for 72 hours. It costs nothing, needs no card, and can be done once.</p>
${buttonForm(visit, `${CREDITS}/trial`, { label: 'Start trial', quiet: false })}`;
  const monthly = html`<p>A month of access costs ${showRupees(month ?? 0)}, GST included. It begins when the time that is paid, or the trial, is over. Nothing is charged by itself: you pay each month here.</p>
${buttonForm(visit, `${CREDITS}/month`, { label: 'Pay for a month' })}`;
  return html`<section class="card"><h2>API access</h2>${mayTry && trial}${month !== null && monthly}</section>`;
}

function profileSection({ profile }: BillingOverview): Html {
  const lines = profile && [profile.legalName, ...profile.address.split('\n')];
  return html`<section class="card"><h2>Invoices are made out to</h2>
${lines ? html`<p>${lines.map((line) => html`${line}<br>`)}${profile?.gstin ? `GSTIN ${profile.gstin}` : null}</p>` : html`<p>The name of the account, without an address or a GSTIN.</p>`}
<p><a class="button quiet" href="${CREDITS}/profile">Change</a></p></section>`;
}

/** Balance, access, packs, ledger and invoices of the visitor's account. */
export function creditsPage(
  visit: Visit,
  billing: BillingOverview,
  prices: Prices | undefined,
): DashboardPage {
  return {
    title: 'Credits',
    content: html`<dl class="figures">${[
      fact('Credits', billing.credits.toLocaleString('en-IN')),
      fact('API access', accessWords(visit.account, visit.now)),
    ]}</dl>
${prices ? shop(visit, prices) : NOT_SOLD}
${accessSection(visit, billing, prices)}
${profileSection(billing)}
${ledgerTable(billing)}
${invoiceList(billing)}`,
  };
}
