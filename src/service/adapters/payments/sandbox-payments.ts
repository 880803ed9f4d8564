import { randomBytes, randomUUID } from 'node:crypto';
import type { Payment } from '../../billing/orders/order.rules.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  CheckoutRequest,
  EventHeaders,
  FoundCheckout,
  FoundRefund,
  MandateChoice,
  PaymentEvent,
  PaymentProvider,
  RefundRequest,
  Returned,
  SignedEvent,
  TestChoice,
  TestDesk,
  TestOutcome,
} from '../../ports/payments.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import { hmacHex, isSignedBy } from './call.ts';
import { SandboxMandates } from './sandbox-mandates.ts';

/** Delay of a late payment, by the clock. */
export const LATE_MS = 60_000;

type KeptRefund = FoundRefund & { readonly paise: number; readonly paymentId: string };

interface KeptOrder {
  readonly providerId: string;
  readonly request: CheckoutRequest;
  /** May be dated in the future; it's hidden until then. */
  payment: Payment | null;
}

/** Payments that move no money; a person chooses their outcome. Kept only in memory. */
export class SandboxPayments implements PaymentProvider {
  readonly id = 'sandbox';
  readonly isTest = true;
  readonly desk: TestDesk = {
    show: (orderId) => this.#show(orderId),
    choose: (orderId, choice) => this.choose(orderId, choice),
    showMandate: (providerId) => this.mandates.show(providerId),
    chooseMandate: (providerId, choice) => this.chooseMandate(providerId, choice),
  };
  readonly mandates: SandboxMandates;
  readonly #clock: Clock;
  readonly #secret = randomBytes(32).toString('hex');
  readonly #kept = new Map<string, KeptOrder>();
  readonly #refunds = new Map<string, KeptRefund>();

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
    this.mandates = new SandboxMandates({ clock });
  }

  async createCheckout(request: CheckoutRequest): Promise<FoundCheckout> {
    const { orderId } = request;
    const fresh = { providerId: `chk_TEST_${randomUUID()}`, request, payment: null };
    const checkout = this.#kept.get(orderId) ?? fresh;
    this.#kept.set(orderId, checkout);
    return this.#found(checkout);
  }

  async find({ orderId }: { readonly orderId: string }): Promise<FoundCheckout | undefined> {
    const known = this.#kept.get(orderId);
    return known && this.#found(known);
  }

  #found({ providerId, request, payment }: KeptOrder): FoundCheckout {
    const now = this.#clock.now();
    const url = `/payments/sandbox/${request.orderId}`;
    if (payment && payment.paidAt <= now) return { providerId, url, state: 'paid', payment };
    const isOpen = payment !== null || now < request.expiresAt;
    return { providerId, url, state: isOpen ? 'open' : 'closed', payment: null };
  }

  async refund({ refundId, paymentId, paise }: RefundRequest): Promise<FoundRefund> {
    const known = this.#refunds.get(refundId);
    if (known) return known;
    const kept = [...this.#kept.values()].find((one) => one.payment?.paymentId === paymentId);
    const before = [...this.#refunds.values()].filter((one) => one.paymentId === paymentId);
    const sum = before.reduce((total, one) => total + one.paise, paise);
    if (sum > (kept?.payment?.paise ?? 0)) {
      throw new PaymentProviderError('refused', 'The sandbox refused: more than was paid.');
    }
    const providerId = `rfnd_TEST_${randomUUID()}`;
    const made = { providerId, state: 'done', paise, paymentId } as const;
    this.#refunds.set(refundId, made);
    return made;
  }

  readReturn(query: Readonly<Record<string, unknown>>): Returned | undefined {
    const { sandbox_order: orderId, sandbox_mandate: mandate, sandbox_signature: signed } = query;
    const signs = (id: unknown): id is string =>
      typeof id === 'string' && isSignedBy(this.#secret, id, signed);
    if (signs(orderId)) return { orderId };
    return signs(mandate) ? { mandate } : undefined;
  }

  readEvent(rawBody: Buffer, headers: EventHeaders): PaymentEvent | undefined {
    if (!isSignedBy(this.#secret, rawBody, headers['x-sandbox-signature'])) return undefined;
    return {
      orderId: null,
      refundId: null,
      mandate: null,
      ...JSON.parse(rawBody.toString('utf8')),
    };
  }

  #show(orderId: string): ReturnType<TestDesk['show']> {
    const known = this.#kept.get(orderId);
    return known && { ...known.request, state: this.#found(known).state };
  }

  /** Undefined for an unknown order; keeps a finished checkout. `paise` overrides the price. */
  choose(orderId: string, choice: TestChoice, paise?: number): TestOutcome | undefined {
    const known = this.#kept.get(orderId);
    if (!known) return undefined;
    const isOpen = known.payment === null && this.#found(known).state === 'open';
    if (choice !== 'fail' && isOpen) {
      const paidAt = new Date(this.#clock.now().getTime() + (choice === 'late' ? LATE_MS : 0));
      const paymentId = `pay_TEST_${randomUUID()}`;
      known.payment = { paymentId, paise: paise ?? known.request.paise, currency: 'INR', paidAt };
    }
    const event = this.#event({ orderId });
    const events = { pay: [event], fail: [], late: [], twice: [event, event] };
    const returnUrl = this.#signed(known.request.returnUrl, { sandbox_order: orderId });
    return { returnUrl, events: events[choice] };
  }

  /** Authorises or refuses a mandate, or sets its charges' outcome; undefined if it's unknown. */
  chooseMandate(providerId: string, choice: MandateChoice): TestOutcome | undefined {
    if (!this.mandates.choose(providerId, choice)) return undefined;
    const returnUrl = this.mandates.show(providerId)?.returnUrl ?? '';
    return {
      returnUrl: this.#signed(returnUrl, { sandbox_mandate: providerId }),
      events: [this.#event({ mandate: providerId })],
    };
  }

  #event(about: { readonly orderId: string } | { readonly mandate: string }): SignedEvent {
    const body = Buffer.from(JSON.stringify({ eventId: randomUUID(), ...about }));
    return { body, headers: { 'x-sandbox-signature': hmacHex(this.#secret, body) } };
  }

  /** The signed address that a browser returns to. */
  #signed(returnUrl: string, about: Readonly<Record<string, string>>): string {
    const url = new URL(returnUrl);
    for (const [name, id] of Object.entries(about)) {
      url.searchParams.set(name, id);
      url.searchParams.set('sandbox_signature', hmacHex(this.#secret, id));
    }
    return url.href;
  }
}
