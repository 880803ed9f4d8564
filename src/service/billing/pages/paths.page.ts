import type { PaymentProvider } from '../../ports/payments.ts';

export const PAYMENTS = '/payments';

export const returnPathOf = ({ id }: Pick<PaymentProvider, 'id'>): string =>
  `${PAYMENTS}/${id}/return`;

export const orderPathOf = (orderId: string): string => `/dashboard/credits/orders/${orderId}`;

export const MANDATE_PATH = '/dashboard/credits/mandate';

export const deskPathOf = ({ id }: Pick<PaymentProvider, 'id'>, orderId: string): string =>
  `${PAYMENTS}/${id}/${orderId}`;

export const CREDITS = '/dashboard/credits';

/** A number for use in paths, without slashes. */
const slugOf = (number: string): string => number.replaceAll('/', '-');

export const invoicePath = (number: string): string => `/dashboard/invoices/${slugOf(number)}`;

/** Undefined for an invalid number. */
export function numberOfSlug(slug: string): string | undefined {
  const [, series, year, place] = /^([ET][SC])-(\d\d-\d\d)-(\d{7})$/.exec(slug) ?? [];
  return series === undefined ? undefined : `${series}/${year}/${place}`;
}
