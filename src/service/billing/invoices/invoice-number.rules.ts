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
export interface SeriesNumber {
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
