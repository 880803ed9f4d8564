import type { MandateState } from '../billing/orders/mandate.rules.ts';
import type { Payment } from '../billing/orders/order.rules.ts';

/** A provider did not do as asked. The message holds no secret and names nobody. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  /** `refused`: for good. `unavailable`: no usable answer; may have taken effect, safe to retry. */
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: 'refused' | 'unavailable', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Amount and goods to pay, without any customer data. */
export interface CheckoutRequest {
  /** At most 40 characters; an order has one checkout. */
  readonly orderId: string;
  /** In INR. */
  readonly paise: number;
  readonly description: string;
  readonly expiresAt: Date;
  /** Where the browser goes afterwards. */
  readonly returnUrl: string;
}

/** The provider's current view of a checkout page. `closed` can no longer be paid. */
export interface FoundCheckout {
  readonly providerId: string;
  /** Where to pay while it is open: a URL, or a path of this service. */
  readonly url: string;
  readonly state: 'open' | 'paid' | 'closed';
  /** Null unless paid. */
  readonly payment: Payment | null;
}

/** For charging a monthly fee repeatedly. Holds no customer data. */
export interface MandateRequest {
  readonly mandateId: string;
  /** Of a month, in INR. */
  readonly paise: number;
  /** When the first charge is due; null: once authorised. */
  readonly startsAt: Date | null;
  /** Until when it can be authorised. */
  readonly expiresAt: Date;
  /** Where the browser goes once authorised, if the provider sends it back. */
  readonly returnUrl: string;
}

/** The provider's current view of a mandate. */
export interface FoundMandate {
  readonly providerId: string;
  /** Where to authorise it while it is open: a URL, or a path of this service. */
  readonly url: string;
  readonly state: MandateState;
  /** All charges, oldest first. */
  readonly charges: readonly Payment[];
}

/** The part of a provider that charges by mandates. Every call may be repeated safely. */
export interface MandateProvider {
  /** Creates a mandate, not yet authorised. Retries may create more; unseen ones never count. */
  startMandate(request: MandateRequest): Promise<FoundMandate>;
  /** Undefined when there is none. */
  findMandate(mandate: { readonly providerId: string }): Promise<FoundMandate | undefined>;
  /** Stops all charges. A mandate that is over stays as it is. */
  cancelMandate(mandate: { readonly providerId: string }): Promise<void>;
}

export interface RefundRequest {
  /** A UUID. The same id is the same refund. */
  readonly refundId: string;
  readonly paymentId: string;
  readonly paise: number;
  /** The provider's id, once it is known. */
  readonly providerId: string | null;
}

export interface FoundRefund {
  readonly providerId: string;
  readonly state: 'pending' | 'done' | 'failed';
}

/** A verified event: something may have changed, and the provider must be asked what. */
export interface PaymentEvent {
  readonly eventId: string;
  /** Null for an event about no order. */
  readonly orderId: string | null;
  /** Null for an event about none of our refunds. */
  readonly refundId: string | null;
  /** The provider's id; null for an event about no mandate. */
  readonly mandate: string | null;
}

/** What a returning browser is about: our order, or a mandate by the provider's id. */
export type Returned = { readonly orderId: string } | { readonly mandate: string };

/** Names are in lower case. */
export type EventHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export const TEST_CHOICES = ['pay', 'fail', 'late', 'twice'] as const;
export type TestChoice = (typeof TEST_CHOICES)[number];

/** The first two authorise or refuse a test mandate, the others decide further charges. */
export const MANDATE_CHOICES = ['authorise', 'refuse', 'pay', 'fail', 'cancel'] as const;
export type MandateChoice = (typeof MANDATE_CHOICES)[number];

export interface ShownMandate extends MandateRequest, Pick<FoundMandate, 'state'> {
  readonly charges: readonly Payment[];
  /** When the next charge is due; null when none is. */
  readonly nextAt: Date | null;
  /** Whether further charges succeed. */
  readonly next: 'pay' | 'fail';
}

export interface SignedEvent {
  readonly body: Buffer;
  readonly headers: EventHeaders;
}

/** Where the browser goes after a choice, and the events that are sent. */
export interface TestOutcome {
  readonly returnUrl: string;
  readonly events: readonly SignedEvent[];
}

/** Lets a person act as customer and bank, instead of a provider's page. */
export interface TestDesk {
  /** Undefined for an unknown order. */
  show(orderId: string): (CheckoutRequest & Pick<FoundCheckout, 'state'>) | undefined;
  /** Undefined for an unknown order. A checkout that is over stays as it is. */
  choose(orderId: string, choice: TestChoice): TestOutcome | undefined;
  /** Undefined for an unknown mandate. */
  showMandate(providerId: string): ShownMandate | undefined;
  /** Undefined for an unknown mandate. One that is over stays as it is. */
  chooseMandate(providerId: string, choice: MandateChoice): TestOutcome | undefined;
}

/** Calls that ask the provider throw `PaymentProviderError`. */
export interface PaymentProvider {
  /** As in `/payments/razorpay`. */
  readonly id: string;
  /** No money moves, and invoices are for tests. */
  readonly isTest: boolean;
  /** For a provider without a page of its own. */
  readonly desk?: TestDesk;
  /** For a provider that charges by mandates. */
  readonly mandates?: MandateProvider | undefined;
  /** Opens the checkout of an order, or returns the existing one. */
  createCheckout(request: CheckoutRequest): Promise<FoundCheckout>;
  /** Undefined when the order has no checkout. */
  find(order: { readonly orderId: string }): Promise<FoundCheckout | undefined>;
  /** Refunds once, however often it is called, and returns the current state. */
  refund(request: RefundRequest): Promise<FoundRefund>;
  /** Undefined unless the provider signed it. */
  readReturn(query: Readonly<Record<string, unknown>>): Returned | undefined;
  /** Undefined unless the provider signed these exact bytes. */
  readEvent(rawBody: Buffer, headers: EventHeaders): PaymentEvent | undefined;
}
