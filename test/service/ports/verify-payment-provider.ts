import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type {
  CheckoutRequest,
  EventHeaders,
  PaymentProvider,
} from '../../../src/service/ports/payments.ts';

/** A provider, and its customers. */
export interface PaymentWorld {
  readonly provider: PaymentProvider;
  /** A customer pays; another sum than the order's if it is given. */
  pay(orderId: string, paise?: number): void;
  /** The event that tells of it, and the query with which the browser comes back. */
  told(orderId: string): {
    event: { readonly body: Buffer; readonly headers: EventHeaders };
    query: Record<string, string>;
  };
}

/** An order to be paid. */
export const aRequest = (given: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  orderId: `ord_${randomUUID().replaceAll('-', '')}`,
  paise: 23_600,
  description: '10 credits (TEST)',
  expiresAt: new Date('2100-01-01T00:00:00Z'),
  returnUrl: 'https://esign.example.in/dashboard/credits/return',
  ...given,
});

/** The contract of every payment provider. */
export function verifyPaymentProvider(given: () => PaymentWorld): void {
  const aPaid = async (paise?: number) => {
    const { provider, pay } = given();
    const request = aRequest();
    await provider.createCheckout(request);
    pay(request.orderId, paise);
    const payment = (await provider.find(request))?.payment;
    if (!payment) throw new Error('It was not paid.');
    return { orderId: request.orderId, payment };
  };

  test('an order has one checkout, which is open until it is paid', async () => {
    const { provider } = given();
    const request = aRequest();
    expect(await provider.find(request)).toBeUndefined();
    const checkout = await provider.createCheckout(request);
    expect(checkout.url).toMatch(/^https:|^\/payments\//);
    expect(await provider.createCheckout(request)).toEqual(checkout);
    expect(checkout).toMatchObject({ state: 'open', payment: null });
    expect(await provider.find(request)).toEqual(checkout);
  });

  test('a paid order has its payment, with the sum that was paid', async () => {
    const { payment } = await aPaid();
    expect(payment).toMatchObject({ paise: 23_600, currency: 'INR' });
    expect(payment.paidAt).toBeInstanceOf(Date);
    expect((await aPaid(100)).payment.paise).toBe(100);
  });

  test('events and returns name the order, and nothing that was changed is believed', async () => {
    const { provider, told } = given();
    const { orderId } = await aPaid();
    const { event, query } = told(orderId);
    expect(provider.readEvent(event.body, event.headers)).toMatchObject({ orderId });
    expect(provider.readReturn(query)).toEqual({ orderId });
    const changed = Buffer.concat([event.body, Buffer.from(' ')]);
    expect(provider.readEvent(changed, event.headers)).toBeUndefined();
    expect(provider.readEvent(event.body, {})).toBeUndefined();
    for (const name of Object.keys(query)) {
      expect(provider.readReturn({ ...query, [name]: `${query[name]}0` })).toBeUndefined();
      expect(provider.readReturn({ ...query, [name]: undefined })).toBeUndefined();
    }
  });

  test('a refund is one refund, however often it is asked for', async () => {
    const { provider } = given();
    const { paymentId } = (await aPaid()).payment;
    const refund = { refundId: randomUUID(), paymentId, paise: 9440, providerId: null };
    const made = await provider.refund(refund);
    expect(made.state).toBe('done');
    expect(await provider.refund(refund)).toMatchObject(made);
    const rest = { ...refund, refundId: randomUUID(), paise: 23_600 - 9440 };
    expect((await provider.refund(rest)).providerId).not.toBe(made.providerId);
  });

  test('no more is given back than was paid', async () => {
    const { provider } = given();
    const { paymentId } = (await aPaid()).payment;
    const refund = { refundId: randomUUID(), paymentId, paise: 23_601, providerId: null };
    await expect(provider.refund(refund)).rejects.toMatchObject({ kind: 'refused' });
  });
}
