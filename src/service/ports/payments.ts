import type { MandateState } from '../domain/billing/mandate.ts';
import type { Payment } from '../domain/billing/order.ts';

/** A provider did not do what it was asked for. The message holds no secret and names nobody. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  /**
   * `refused`: it will not do so later either. `unavailable`: it gave no usable answer, or none now; whether it did so is unknown, and
   * asking again is safe.
   */
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: 'refused' | 'unavailable', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Amount and goods to pay. It says nothing about the customer. */
export interface CheckoutRequest {
  /** At most 40 characters; an order has one checkout. */
  readonly orderId: string;
  /** Of INR. */
  readonly paise: number;
  readonly description: string;
  readonly expiresAt: Date;
  /** Where the browser goes once it is over. */
  readonly returnUrl: string;
}

/** A page of the provider on which an order can be paid, as the provider knows it now. `closed` can no longer be paid. */
export interface FoundCheckout {
  readonly providerId: string;
  /** Where it can be paid while it is open: an address, or a path of this service. */
  readonly url: string;
  readonly state: 'open' | 'paid' | 'closed';
  /** The payment of a paid one; null for others. */
  readonly payment: Payment | null;
}

/** Leave to charge the fee of a month, again and again. It says nothing about the customer. */
export interface MandateRequest {
  readonly mandateId: string;
  /** Of a month, in INR. */
  readonly paise: number;
  /** When the first charge is due; null: once it is authorised. */
  readonly startsAt: Date | null;
  /** Until when it can be authorised. */
  readonly expiresAt: Date;
  /** Where the browser goes once it is authorised, if the provider sends it back. */
  readonly returnUrl: string;
}

/** A mandate as the provider knows it now. */
export interface FoundMandate {
  readonly providerId: string;
  /** Where it can be authorised while it is open: an address, or a path of this service. */
  readonly url: string;
  readonly state: MandateState;
  /** Everything that was charged, oldest first. */
  readonly charges: readonly Payment[];
}

/** The part of a provider that charges by mandates. Asking is safe at any time. */
export interface MandateProvider {
  /** Makes a mandate, which nobody has authorised yet. Asked again, it may make another one; none counts whose address nobody got. */
  startMandate(request: MandateRequest): Promise<FoundMandate>;
  /** Undefined when there is none. */
  findMandate(mandate: { readonly providerId: string }): Promise<FoundMandate | undefined>;
  /** Charges nothing any more. A mandate that is over stays as it is. */
  cancelMandate(mandate: { readonly providerId: string }): Promise<void>;
}

/** Money to be given back. */
export interface RefundRequest {
  /** A UUID: asked for again, it is the same refund. */
  readonly refundId: string;
  readonly paymentId: string;
  readonly paise: number;
  /** The provider's id, once it is known. */
  readonly providerId: string | null;
}

/** A refund as the provider knows it now. */
export interface FoundRefund {
  readonly providerId: string;
  readonly state: 'pending' | 'done' | 'failed';
}

/** An event whose signature was valid: something may have changed. What, the provider is asked. */
export interface PaymentEvent {
  readonly eventId: string;
  /** Null for an event about no order. */
  readonly orderId: string | null;
  /** Null for an event about no refund of ours. */
  readonly refundId: string | null;
  /** The provider's id; null for an event about no mandate. */
  readonly mandate: string | null;
}

/** Subject of a returning browser: an order of ours, or a mandate by the provider's id. */
export type Returned = { readonly orderId: string } | { readonly mandate: string };

/** The headers of an event, names in lower case. */
export type EventHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Choices for a test checkout. */
export const TEST_CHOICES = ['pay', 'fail', 'late', 'twice'] as const;
export type TestChoice = (typeof TEST_CHOICES)[number];

/** Choices for a test mandate. The first two authorise or refuse it, the others decide further charges. */
export const MANDATE_CHOICES = ['authorise', 'refuse', 'pay', 'fail', 'cancel'] as const;
export type MandateChoice = (typeof MANDATE_CHOICES)[number];

/** A mandate of tests, as its page shows it. */
export interface ShownMandate extends MandateRequest, Pick<FoundMandate, 'state'> {
  readonly charges: readonly Payment[];
  /** When the next charge is due; null when none is. */
  readonly nextAt: Date | null;
  /** Whether further charges succeed. */
  readonly next: 'pay' | 'fail';
}

/** An event as it is sent. */
export interface SignedEvent {
  readonly body: Buffer;
  readonly headers: EventHeaders;
}

/** Result of a choice: where the browser goes, and the events that are sent. */
export interface TestOutcome {
  readonly returnUrl: string;
  readonly events: readonly SignedEvent[];
}

/** Where a person plays the customer and the bank, instead of a provider's page. */
export interface TestDesk {
  /** Amount and state of an order; undefined for an unknown one. */
  show(orderId: string): (CheckoutRequest & Pick<FoundCheckout, 'state'>) | undefined;
  /** Undefined for an unknown order. A checkout that is over stays as it is. */
  choose(orderId: string, choice: TestChoice): TestOutcome | undefined;
  /** Undefined for an unknown mandate. */
  showMandate(providerId: string): ShownMandate | undefined;
  /** Undefined for an unknown mandate. One that is over stays as it is. */
  chooseMandate(providerId: string, choice: MandateChoice): TestOutcome | undefined;
}

/** Who takes payments. Calls that ask the provider throw `PaymentProviderError`. */
export interface PaymentProvider {
  /** As in `/payments/razorpay`. */
  readonly id: string;
  /** No money moves; invoices are papers of tests. */
  readonly isTest: boolean;
  /** Of a provider without a page of its own. */
  readonly desk?: TestDesk;
  /** Of a provider that charges by mandates. */
  readonly mandates?: MandateProvider | undefined;
  /** Opens the checkout of an order; the one that it has already, if it has one. */
  createCheckout(request: CheckoutRequest): Promise<FoundCheckout>;
  /** The checkout of an order; undefined when there is none. */
  find(order: { readonly orderId: string }): Promise<FoundCheckout | undefined>;
  /** Gives money back, once however often it is asked for; or says how far that is. */
  refund(request: RefundRequest): Promise<FoundRefund>;
  /** Subject of a returning browser; undefined unless the provider signed it. */
  readReturn(query: Readonly<Record<string, unknown>>): Returned | undefined;
  /** An event by its exact bytes; undefined unless the provider signed them. */
  readEvent(rawBody: Buffer, headers: EventHeaders): PaymentEvent | undefined;
}
