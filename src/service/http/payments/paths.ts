import type { PaymentProvider } from '../../ports/payments.ts';

/** Where the paths of payment providers begin. */
export const PAYMENTS = '/payments';

/** Where a provider sends browsers back to. */
export const returnPathOf = ({ id }: Pick<PaymentProvider, 'id'>): string =>
  `${PAYMENTS}/${id}/return`;

/** The page of an order, for those who are signed in. */
export const orderPathOf = (orderId: string): string => `/dashboard/credits/orders/${orderId}`;

/** The page of an account's mandate, for those who are signed in. */
export const MANDATE_PATH = '/dashboard/credits/mandate';

/** Where a person plays what becomes of an order. */
export const deskPathOf = ({ id }: Pick<PaymentProvider, 'id'>, orderId: string): string =>
  `${PAYMENTS}/${id}/${orderId}`;
