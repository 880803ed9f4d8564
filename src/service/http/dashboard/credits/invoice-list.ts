import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { InvoiceContent } from '../../../domain/billing/invoice.ts';
import { titleOf } from '../../../domain/billing/invoice-words.ts';
import { showRupees } from '../../../domain/billing/prices.ts';
import type { BillingOverview } from '../../../use-cases/billing/read-billing.ts';
import { timeOf } from '../time.ts';

/** A number as it stands in a path: without the slashes. */
const slugOf = (number: string): string => number.replaceAll('/', '-');

/** The number of a path; undefined when it is none. */
export function numberOfSlug(slug: string): string | undefined {
  const [, series, year, place] = /^([ET][SC])-(\d\d-\d\d)-(\d{7})$/.exec(slug) ?? [];
  return series === undefined ? undefined : `${series}/${year}/${place}`;
}

/** A link to the PDF of an invoice or a credit note. */
export const invoiceLink = (number: string): Html =>
  html`<a href="/dashboard/invoices/${slugOf(number)}">${number}</a>`;

const rowOf = (invoice: InvoiceContent): Html =>
  html`<tr><td>${invoiceLink(invoice.number)}</td><td>${titleOf(invoice)}</td><td>${timeOf(new Date(invoice.issuedAt))}</td><td>${showRupees(invoice.totalPaise)}</td></tr>`;

/** The invoices and credit notes of an account, newest first; null without any. */
export function invoiceList({ invoices }: BillingOverview): Html | null {
  if (invoices.length === 0) return null;
  return html`<section class="card"><h2>Invoices</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Invoices"><table><thead><tr><th scope="col">Number</th><th scope="col">Kind</th><th scope="col">Issued</th><th scope="col">Total</th></tr></thead>
<tbody>${invoices.map(rowOf)}</tbody></table></div></section>`;
}
