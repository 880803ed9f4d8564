import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { LedgerEntry } from '../../../ports/billing.ts';
import type { BillingOverview } from '../../../use-cases/billing/read-billing.ts';
import { documentPath } from '../documents/paths.ts';
import { table } from '../table.ts';
import { timeOf } from '../time.ts';
import { invoiceLink } from './invoice-list.ts';

const signed = (credits: number): string => (credits > 0 ? `+${credits}` : `−${-credits}`);

/** What an entry is about: a document, a purchase, a refund or a grant. */
function subjectOf(entry: LedgerEntry): Html {
  const { documentId, documentName, invoiceNumber, isRefund, credits } = entry;
  if (documentId !== null) {
    const short = html`<code>${documentId.slice(0, 8)}</code>`;
    if (documentName === null) return html`A document that was removed ${short}`;
    return html`<a href="${documentPath(documentId)}">${documentName}</a> ${short}`;
  }
  const paper = invoiceNumber === null ? null : invoiceLink(invoiceNumber);
  if (isRefund && credits < 0) return html`Given back for money ${paper}`;
  if (isRefund) return html`Returned: the refund failed`;
  return paper ? html`Bought ${paper}` : html`Granted by the operator`;
}

const rowOf = (entry: LedgerEntry) => [
  timeOf(entry.at),
  subjectOf(entry),
  signed(entry.credits),
  entry.balanceAfter,
];

/** The ledger of an account: each change of its credits, newest first. */
export function ledgerTable({ ledger, older }: BillingOverview): Html {
  const empty = html`<p>No credits yet. Documents that are sent stand here with what they cost.</p>`;
  const entries = table('Ledger', ['Time', 'For', 'Credits', 'Left'], ledger.map(rowOf));
  return html`<section class="card"><h2>Ledger</h2>
${ledger.length === 0 ? empty : entries}
${older !== undefined && html`<p><a class="button quiet" href="/dashboard/credits?before=${older}">Older</a></p>`}</section>`;
}
