import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type {
  EventHeaders,
  MandateProvider,
  MandateRequest,
  PaymentProvider,
} from '../../../src/service/ports/payments.ts';

/** A provider with mandates, and its customers. */
export interface MandateWorld {
  readonly provider: PaymentProvider;
  readonly mandates: MandateProvider;
  authorise(providerId: string): void;
  /** The next charge is paid, or fails. */
  charge(providerId: string): void;
  fail(providerId: string): void;
  /** The event that tells of it, and the query with which the browser comes back. */
  told(providerId: string): {
    event: { readonly body: Buffer; readonly headers: EventHeaders };
    query: Record<string, string>;
  };
}

/** A mandate to be authorised. */
export const aMandateRequest = (given: Partial<MandateRequest> = {}): MandateRequest => ({
  mandateId: `mdt_${randomUUID().replaceAll('-', '')}`,
  paise: 118_000,
  startsAt: null,
  expiresAt: new Date('2099-01-01T00:00:00Z'),
  returnUrl: 'https://esign.example.in/payments/return',
  ...given,
});

/** The contract of every provider with mandates. */
export function verifyMandates(given: () => MandateWorld): void {
  const aMandate = async () => await given().mandates.startMandate(aMandateRequest());

  test('a mandate is open until it is authorised, and has charged nothing', async () => {
    const { mandates } = given();
    const made = await aMandate();
    expect(made).toMatchObject({ state: 'open', charges: [] });
    expect(made.url).toMatch(/^https:|^\/payments\//);
    expect(await mandates.findMandate(made)).toEqual(made);
  });

  test('each charge of a mandate is found, oldest first', async () => {
    const { mandates, authorise, charge } = given();
    const made = await aMandate();
    authorise(made.providerId);
    charge(made.providerId);
    charge(made.providerId);
    const { state, charges = [] } = (await mandates.findMandate(made)) ?? {};
    expect(state).toBe('active');
    expect(charges).toMatchObject([
      { paise: 118_000, currency: 'INR', paidAt: expect.any(Date) },
      { paise: 118_000, currency: 'INR', paidAt: expect.any(Date) },
    ]);
    expect(charges[0]?.paymentId).not.toBe(charges[1]?.paymentId);
  });

  test('a charge that fails is no charge, and one that follows ends the failing', async () => {
    const { mandates, authorise, charge, fail } = given();
    const made = await aMandate();
    authorise(made.providerId);
    charge(made.providerId);
    fail(made.providerId);
    const failing = await mandates.findMandate(made);
    expect([failing?.state, failing?.charges.length]).toEqual(['failing', 1]);
    charge(made.providerId);
    const again = await mandates.findMandate(made);
    expect([again?.state, again?.charges.length]).toEqual(['active', 2]);
  });

  test('a mandate that is cancelled is over, and can be cancelled again', async () => {
    const { mandates, authorise } = given();
    const made = await aMandate();
    authorise(made.providerId);
    await mandates.cancelMandate(made);
    await mandates.cancelMandate(made);
    expect(await mandates.findMandate(made)).toMatchObject({ state: 'over' });
  });

  test('events and returns name the mandate, and nothing that was changed is believed', async () => {
    const { provider, told } = given();
    const { providerId: mandate } = await aMandate();
    const { event, query } = told(mandate);
    expect(provider.readEvent(event.body, event.headers)).toMatchObject({ mandate, orderId: null });
    expect(provider.readReturn(query)).toEqual({ mandate });
    const changed = Buffer.concat([event.body, Buffer.from(' ')]);
    expect(provider.readEvent(changed, event.headers)).toBeUndefined();
    for (const name of Object.keys(query)) {
      expect(provider.readReturn({ ...query, [name]: `${query[name]}0` })).toBeUndefined();
      expect(provider.readReturn({ ...query, [name]: undefined })).toBeUndefined();
    }
  });
}
