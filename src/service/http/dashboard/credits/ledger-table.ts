import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { LedgerEntry } from '../../../store/billing/ledger.ts';
import type { BillingOverview } from '../../../use-cases/billing/read-billing.ts';
import { documentPath } from '../documents/paths.ts';
import { table } from '../table.ts';
import { timeOf } from '../time.ts';
import { WORDS } from '../words/words.ts';
import { invoiceLink } from './payment-list.ts';

const words = WORDS.credits.ledger;

const signed = (credits: number): string => (credits > 0 ? `+${credits}` : `−${-credits}`);

/** What an entry is about: a document, a purchase, a refund or a grant. */
function subjectOf(entry: LedgerEntry): Html {
  const { documentId, documentName, invoiceNumber, isRefund, credits } = entry;
  if (documentId !== null) {
    const short = html`<code>${documentId.slice(0, 8)}</code>`;
    if (documentName === null) return html`${words.removed} ${short}`;
    return html`<a href="${documentPath(documentId)}">${documentName}</a> ${short}`;
  }
  const paper = invoiceNumber === null ? null : invoiceLink(invoiceNumber);
  if (isRefund && credits < 0) return html`${words.givenBack} ${paper}`;
  if (isRefund) return html`${words.returned}`;
  return paper ? html`${words.bought} ${paper}` : html`${words.granted}`;
}

const rowOf = (entry: LedgerEntry) => [
  timeOf(entry.at),
  subjectOf(entry),
  signed(entry.credits),
  entry.balanceAfter,
];

/** The ledger of an account: each change of its credits, newest first. */
export function ledgerTable({ ledger, older }: BillingOverview): Html {
  const empty = html`<p>${words.empty}</p>`;
  const entries = table(words.title, words.heads, ledger.map(rowOf));
  return html`<section class="card"><h2>${words.title}</h2>
${ledger.length === 0 ? empty : entries}
${older !== undefined && html`<p><a class="button quiet" href="/dashboard/credits?before=${older}">${words.older}</a></p>`}</section>`;
}
