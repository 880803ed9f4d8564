import { readableDay } from '../../../languages/readable-time.ts';
import { showRupees } from '../prices.rules.ts';
import { nameState } from './gstin.rules.ts';
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

const ONES = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'],
  ...['Eleven', 'Twelve', 'Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen'],
  ...['Eighteen', 'Nineteen'],
];

const TENS = [
  ...['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'],
];

/** Indian groups, largest first. */
const GROUPS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** Below a hundred; empty for 0. */
function tensOf(count: number): string {
  if (count < ONES.length) return ONES[count] ?? '';
  const ones = count % 10;
  const tens = TENS[Math.floor(count / 10)] ?? '';
  return ones === 0 ? tens : `${tens}-${ONES[ones]?.toLowerCase()}`;
}

/** Empty for 0. */
function wordsOf(count: number): string {
  const group = GROUPS.find(([size]) => count >= size);
  if (!group) return tensOf(count);
  const [size, name] = group;
  return `${wordsOf(Math.floor(count / size))} ${name} ${wordsOf(count % size)}`.trimEnd();
}

/** As invoices in India say it: `Rupees Two Thousand Three Hundred Sixty Only`. */
export function rupeesInWords(paise: number): string {
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100];
  const whole = `Rupees ${wordsOf(rupees) || 'Zero'}`;
  return rest === 0 ? `${whole} Only` : `${whole} and ${wordsOf(rest)} Paise Only`;
}
