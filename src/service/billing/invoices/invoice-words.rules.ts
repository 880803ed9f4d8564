import { readableDay } from '../../../languages/readable-time.ts';
import { showRupees } from '../prices.rules.ts';
import { nameState } from '../states.rules.ts';
import type { InvoiceContent } from './invoice.rules.ts';

type Party = InvoiceContent['supplier'] | InvoiceContent['recipient'];

type Fact = readonly [label: string, value: string];

/** Test papers do not look like tax documents. */
export function titleOf({ kind, isTest }: Pick<InvoiceContent, 'kind' | 'isTest'>): string {
  const name = kind === 'invoice' ? 'invoice' : 'credit note';
  if (isTest) return `TEST ${name}`;
  return kind === 'invoice' ? 'Tax invoice' : 'Credit note';
}

export function partyLines({ legalName, address, state, gstin }: Party): string[] {
  return [
    legalName,
    ...(address?.split('\n') ?? []),
    ...(state === undefined ? [] : [nameState(state)]),
    `GSTIN: ${gstin ?? 'none given'}`,
  ];
}

/** A day in India, such as `20 November 2026`. */
const dayOf = (at: Date): string => readableDay('en', at);

/** The facts besides the sums (CGST Rules, rules 46 and 53). */
export function factsOf(content: InvoiceContent): Fact[] {
  const { placeOfSupply, paymentId, corrects } = content;
  const corrected: Fact[] = corrects ? [['Corrects invoice', corrects.number]] : [];
  return [
    ['Date', dayOf(new Date(content.issuedAt))],
    ...corrected,
    ['Place of supply', nameState(placeOfSupply)],
    ['Service code (SAC)', content.supplier.sac],
    ['Reverse charge', 'No'],
    ['Payment', paymentId],
  ];
}

const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Without tax, or with it; none where a paisa was rounded. */
function unitPriceOf({ quantity, taxablePaise, totalPaise }: InvoiceContent): Fact[] {
  const isWhole = (paise: number) => Number.isInteger(paise / quantity);
  if (isWhole(taxablePaise)) return [['Unit price', showRupees(taxablePaise / quantity)]];
  if (!isWhole(totalPaise)) return [];
  return [['Unit price with tax', showRupees(totalPaise / quantity)]];
}

/** The columns of the only item, with sums in rupees. */
export function columnsOf(content: InvoiceContent): Fact[] {
  const { rateBasisPoints, cgstPaise, sgstPaise, igstPaise } = content;
  const half = percent(rateBasisPoints / 2);
  const isWithinState = content.placeOfSupply === content.supplier.state;
  const taxes: Fact[] = isWithinState
    ? [
        [`CGST ${half}`, showRupees(cgstPaise)],
        [`SGST ${half}`, showRupees(sgstPaise)],
      ]
    : [[`IGST ${percent(rateBasisPoints)}`, showRupees(igstPaise)]];
  return [
    ['Description', content.description],
    ['Quantity', content.quantity.toLocaleString('en-IN')],
    ...unitPriceOf(content),
    ['Taxable value', showRupees(content.taxablePaise)],
    ...taxes,
    ['Total', showRupees(content.totalPaise)],
  ];
}
