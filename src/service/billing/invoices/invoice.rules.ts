import type { InvoiceKind } from './invoice-number.rules.ts';
import type { BillingProfile, Supplier } from './profile.rules.ts';
import { placeOfSupply } from './profile.rules.ts';

/** GST on electronic services, in hundredths of a percent of the taxable value. */
const GST_BASIS_POINTS = 1800;

/** A sum including GST, in integer paise. The four parts add up to it exactly. */
interface TaxSplit {
  readonly taxablePaise: number;
  /** Central and state tax are equal; both are 0 where the integrated tax is not. */
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

const WHOLE = 10_000;

/** The tax at these basis points in a sum taxed at `GST_BASIS_POINTS`; half a paisa rounds up. */
function taxWithin(gross: number, basisPoints: number): number {
  const divisor = 2 * (WHOLE + GST_BASIS_POINTS);
  return Math.floor((2 * gross * basisPoints + divisor / 2) / divisor);
}

/**
 * Splits a sum that includes GST (CGST Rules, rule 35: tax = sum × rate ÷ (100 + rates)): half
 * central and half state tax within a state, else integrated tax. The taxable value is the rest.
 * Rounding means that tax computed from it may differ, so the split is stored, never recomputed.
 * @throws {RangeError} unless the sum is a whole number of paise from 0 to 10 billion
 */
export function splitTax(grossPaise: number, isWithinState: boolean): TaxSplit {
  if (!Number.isInteger(grossPaise) || grossPaise < 0 || grossPaise > 10_000_000_000) {
    throw new RangeError('A sum is a whole number of paise.');
  }
  const half = isWithinState ? taxWithin(grossPaise, GST_BASIS_POINTS / 2) : 0;
  const igstPaise = isWithinState ? 0 : taxWithin(grossPaise, GST_BASIS_POINTS);
  const taxablePaise = grossPaise - 2 * half - igstPaise;
  return { taxablePaise, cgstPaise: half, sgstPaise: half, igstPaise };
}

/** An invoice or credit note (CGST Rules, rules 46 and 53), frozen when it is numbered. */
export interface InvoiceContent extends TaxSplit {
  readonly v: 1;
  readonly kind: InvoiceKind;
  readonly number: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** For tests, not for tax. */
  readonly isTest: boolean;
  readonly supplier: Supplier;
  /** Without a billing profile, only the account's name. */
  readonly recipient: Pick<BillingProfile, 'legalName'> & Partial<BillingProfile>;
  readonly placeOfSupply: string;
  readonly description: string;
  /** Number of credits, or 1 for a month. */
  readonly quantity: number;
  readonly rateBasisPoints: number;
  readonly totalPaise: number;
  readonly paymentId: string;
  /** The invoice that a credit note corrects; null for an invoice. */
  readonly corrects: { readonly number: string; readonly issuedAt: string } | null;
}

export interface Sale {
  readonly number: string;
  readonly issuedAt: Date;
  readonly isTest: boolean;
  readonly supplier: Supplier;
  readonly profile: BillingProfile | undefined;
  readonly accountName: string;
  readonly goods: { readonly kind: 'pack' | 'month'; readonly credits: number };
  readonly totalPaise: number;
  readonly paymentId: string;
}

const describe = ({ kind, credits }: Sale['goods']): string =>
  kind === 'pack' ? `Electronic signature credits, pack of ${credits}` : 'API access, one month';

function recipientOf({ profile, accountName }: Sale): InvoiceContent['recipient'] {
  if (!profile) return { legalName: accountName };
  const { legalName, address, state, gstin } = profile;
  return { legalName, address, state, gstin };
}

export function invoiceOf(sale: Sale): InvoiceContent {
  const { supplier, profile, goods, totalPaise } = sale;
  const place = placeOfSupply(profile, supplier);
  return {
    v: 1,
    kind: 'invoice',
    number: sale.number,
    issuedAt: sale.issuedAt.toISOString(),
    isTest: sale.isTest,
    supplier,
    recipient: recipientOf(sale),
    placeOfSupply: place,
    description: describe(goods),
    quantity: goods.kind === 'pack' ? goods.credits : 1,
    rateBasisPoints: GST_BASIS_POINTS,
    totalPaise,
    ...splitTax(totalPaise, place === supplier.state),
    paymentId: sale.paymentId,
    corrects: null,
  };
}

export interface GivenBack {
  readonly number: string;
  readonly issuedAt: Date;
  readonly credits: number;
  readonly paise: number;
}

/** A credit note (CGST Act, section 34) keeps the invoice's parties, place and kind of tax. */
export function creditNoteOf(invoice: InvoiceContent, given: GivenBack): InvoiceContent {
  return {
    ...invoice,
    kind: 'credit_note',
    number: given.number,
    issuedAt: given.issuedAt.toISOString(),
    description: `${given.credits} unused electronic signature credits given back`,
    quantity: given.credits,
    totalPaise: given.paise,
    ...splitTax(given.paise, invoice.placeOfSupply === invoice.supplier.state),
    corrects: { number: invoice.number, issuedAt: invoice.issuedAt },
  };
}
