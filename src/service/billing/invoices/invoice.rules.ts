import { stateOfGstin } from './gstin.rules.ts';

/** The recipient of an account's invoices, as given by its owner. */
export interface BillingProfile {
  readonly legalName: string;
  /** Lines of the address, without the state. */
  readonly address: string;
  /** GST code of the state, two digits. */
  readonly state: string;
  /** Null for a customer that is not registered. */
  readonly gstin: string | null;
}

export interface StoredProfile extends BillingProfile {
  /** Where invoices are sent; null for the account's owners. */
  readonly email: string | null;
}

/** The issuer of invoices. */
export interface Supplier {
  readonly legalName: string;
  readonly address: string;
  readonly state: string;
  /** Null for a test supplier. */
  readonly gstin: string | null;
  /** Code of the service (SAC), 4 to 8 digits. */
  readonly sac: string;
}

/**
 * GST code of the state of supply (IGST Act, section 12(2)): that of the recipient's GSTIN, else of
 * the address on record, else the supplier's.
 */
export function placeOfSupply(
  profile: BillingProfile | undefined,
  supplier: Pick<Supplier, 'state'>,
): string {
  if (profile?.gstin) return stateOfGstin(profile.gstin);
  return profile?.state ?? supplier.state;
}

/** India Standard Time minus UTC, in milliseconds, all year. */
const IST_MS = 5.5 * 3_600_000;
/** Months count from 0. */
const APRIL = 3;

/** The Indian financial year, from 1 April to 31 March in India's time: `26-27`. */
export function financialYearOf(at: Date): string {
  const inIndia = new Date(at.getTime() + IST_MS);
  const first = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < APRIL ? 1 : 0);
  const short = (year: number): string => String(year % 100).padStart(2, '0');
  return `${short(first)}-${short(first + 1)}`;
}

export type InvoiceKind = 'invoice' | 'credit_note';

/** The last number of a series and year: seven digits. */
const LAST = 9_999_999;

const SERIES = { invoice: 'S', credit_note: 'C' } as const;

/** `ES` and `EC`; for tests, whose papers are not for tax, `TS` and `TC`. */
export const seriesOf = (kind: InvoiceKind, isTest: boolean): string =>
  `${isTest ? 'T' : 'E'}${SERIES[kind]}`;

/** A number in a financial year such as `26-27`. */
interface SeriesNumber {
  readonly series: string;
  readonly year: string;
  /** From 1, without gaps. */
  readonly number: number;
}

/**
 * `ES/26-27/0000001`: 16 characters, all allowed by CGST Rules, rule 46(b).
 * @throws {RangeError} after 9,999,999 in a year
 */
export function invoiceNumber({ series, year, number }: SeriesNumber): string {
  if (!Number.isInteger(number) || number < 1 || number > LAST) {
    throw new RangeError(`The series ${series} of ${year} has no number ${number}.`);
  }
  return `${series}/${year}/${String(number).padStart(7, '0')}`;
}

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

interface Sale {
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

interface GivenBack {
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
