/** The kinds of numbered papers. */
export type InvoiceKind = 'invoice' | 'credit_note';

/** The last number of a series and year: seven digits. */
const LAST = 9_999_999;

const SERIES = { invoice: 'S', credit_note: 'C' } as const;

/** The series of a kind: `ES` and `EC`; `TS` and `TC` for tests, whose papers are not for tax. */
export const seriesOf = (kind: InvoiceKind, isTest: boolean): string =>
  `${isTest ? 'T' : 'E'}${SERIES[kind]}`;

/** One number of a series in a financial year such as `26-27`. */
export interface SeriesNumber {
  readonly series: string;
  readonly year: string;
  /** From 1, without a gap. */
  readonly number: number;
}

/**
 * The number of an invoice or credit note, `ES/26-27/0000001`: 16 characters of those that CGST Rules, rule 46(b), allows.
 * @throws {RangeError} after 9,999,999 in a year
 */
export function invoiceNumber({ series, year, number }: SeriesNumber): string {
  if (!Number.isInteger(number) || number < 1 || number > LAST) {
    throw new RangeError(`The series ${series} of ${year} has no number ${number}.`);
  }
  return `${series}/${year}/${String(number).padStart(7, '0')}`;
}
