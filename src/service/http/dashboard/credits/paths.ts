/** The page of credits and what belongs to it. */
export const CREDITS = '/dashboard/credits';

/** A number as it stands in a path: without the slashes. */
const slugOf = (number: string): string => number.replaceAll('/', '-');

/** The path of the PDF of an invoice or a credit note. */
export const invoicePath = (number: string): string => `/dashboard/invoices/${slugOf(number)}`;

/** The number of a path; undefined when it is none. */
export function numberOfSlug(slug: string): string | undefined {
  const [, series, year, place] = /^([ET][SC])-(\d\d-\d\d)-(\d{7})$/.exec(slug) ?? [];
  return series === undefined ? undefined : `${series}/${year}/${place}`;
}
