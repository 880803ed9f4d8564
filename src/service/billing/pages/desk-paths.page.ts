import type { PaymentProvider } from '../../ports/payments.ts';

export const PAYMENTS = '/payments';

export const returnPathOf = ({ id }: Pick<PaymentProvider, 'id'>): string =>
  `${PAYMENTS}/${id}/return`;

export const orderPathOf = (orderId: string): string => `/dashboard/credits/orders/${orderId}`;

export const MANDATE_PATH = '/dashboard/credits/mandate';

export const deskPathOf = ({ id }: Pick<PaymentProvider, 'id'>, orderId: string): string =>
  `${PAYMENTS}/${id}/${orderId}`;
