import { Value } from 'typebox/value';
import type {
  CheckoutRequest,
  EventHeaders,
  FoundRefund,
  PaymentEvent,
  PaymentProvider,
  RefundRequest,
  Returned,
} from '../../ports/payments.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { RefundEntity } from './answers.ts';
import {
  checkoutOf,
  EventBody,
  PaymentLink,
  PaymentLinks,
  RefundEntity as RefundSchema,
  Refunds,
  refundOf,
  seconds,
} from './answers.ts';
import type { RazorpayAccess } from './call.ts';
import { callRazorpay, isSignedBy } from './call.ts';
import { razorpayMandates } from './mandates.ts';

export interface RazorpayOptions extends RazorpayAccess {
  /** Signs events; not the same as `keySecret`. */
  readonly webhookSecret: string;
  /** A monthly plan at the price of a month. Without it, there are no mandates. */
  readonly planId?: string | undefined;
}

/** Prefix of test mode's keys. */
const TEST_KEY = 'rzp_test_';

async function findLink(access: RazorpayAccess, orderId: string): Promise<PaymentLink | undefined> {
  const path = `/payment_links?reference_id=${encodeURIComponent(orderId)}`;
  const { payment_links: links } = await callRazorpay(access, PaymentLinks, { path });
  return links.find((link) => link.reference_id === orderId);
}

async function createLink(access: RazorpayAccess, request: CheckoutRequest): Promise<PaymentLink> {
  const body = {
    amount: request.paise,
    currency: 'INR',
    accept_partial: false,
    reference_id: request.orderId,
    description: request.description,
    expire_by: seconds(request.expiresAt),
    notify: { sms: false, email: false },
    reminder_enable: false,
    callback_url: request.returnUrl,
    callback_method: 'get',
  };
  try {
    return await callRazorpay(access, PaymentLink, { path: '/payment_links', body });
  } catch (error) {
    // The answer may be lost, or the link may exist already: look up its reference.
    const made = await findLink(access, request.orderId);
    if (made) return made;
    throw error;
  }
}

async function findRefund(
  access: RazorpayAccess,
  { paymentId, refundId }: RefundRequest,
): Promise<RefundEntity | undefined> {
  const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=100`;
  const { items } = await callRazorpay(access, Refunds, { path });
  return items.find(({ receipt }) => receipt === refundId);
}

async function createRefund(access: RazorpayAccess, request: RefundRequest): Promise<RefundEntity> {
  const { refundId, paymentId, paise } = request;
  try {
    return await callRazorpay(access, RefundSchema, {
      path: `/payments/${encodeURIComponent(paymentId)}/refund`,
      body: { amount: paise, receipt: refundId },
      headers: { 'x-refund-idempotency': refundId },
    });
  } catch (error) {
    // It may be refused because this very refund exists.
    if (!(error instanceof PaymentProviderError) || error.kind !== 'refused') throw error;
    const made = await findRefund(access, request);
    if (made) return made;
    throw error;
  }
}

async function refund(access: RazorpayAccess, request: RefundRequest): Promise<FoundRefund> {
  if (request.providerId === null) return refundOf(await createRefund(access, request));
  const path = `/refunds/${encodeURIComponent(request.providerId)}`;
  return refundOf(await callRazorpay(access, RefundSchema, { path }));
}

type RazorpayQuery = Readonly<Record<string, unknown>>;

/** The parameters of a returning browser are signed with `keySecret`. */
function readReturn(access: RazorpayAccess, query: RazorpayQuery): Returned | undefined {
  const { razorpay_payment_link_reference_id: orderId, razorpay_subscription_id: mandate } = query;
  const payment = query.razorpay_payment_id;
  const { razorpay_payment_link_id: link, razorpay_payment_link_status: status } = query;
  if (typeof orderId === 'string') {
    return isSigned(access, query, [link, orderId, status, payment]) ? { orderId } : undefined;
  }
  const isIt = typeof mandate === 'string' && isSigned(access, query, [payment, mandate]);
  return isIt ? { mandate } : undefined;
}

function isSigned(
  { keySecret }: RazorpayAccess,
  { razorpay_signature: signature }: RazorpayQuery,
  parts: readonly unknown[],
): boolean {
  if (parts.some((part) => typeof part !== 'string')) return false;
  return isSignedBy(keySecret, parts.join('|'), signature);
}

/** Events are signed with `webhookSecret`. */
function readEvent(
  { webhookSecret }: RazorpayOptions,
  rawBody: Buffer,
  headers: EventHeaders,
): PaymentEvent | undefined {
  if (!isSignedBy(webhookSecret, rawBody, headers['x-razorpay-signature'])) return undefined;
  const eventId = headers['x-razorpay-event-id'];
  const body = parseJson(rawBody);
  if (typeof eventId !== 'string' || !Value.Check(EventBody, body)) {
    throw new PaymentProviderError('refused', 'A signed event of Razorpay has an unknown form.');
  }
  const { payment_link: link, refund, subscription } = body.payload;
  return {
    eventId,
    orderId: link?.entity.reference_id ?? null,
    refundId: refund?.entity.receipt ?? null,
    mandate: subscription?.entity.id ?? null,
  };
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Razorpay with payment links and, with a plan, subscriptions. Sends no customer data. */
export function openRazorpay(options: RazorpayOptions): PaymentProvider {
  const { planId } = options;
  return {
    id: 'razorpay',
    isTest: options.keyId.startsWith(TEST_KEY),
    ...(planId !== undefined && { mandates: razorpayMandates(options, planId) }),
    createCheckout: async (request) => checkoutOf(await createLink(options, request)),
    find: async ({ orderId }) => {
      const link = await findLink(options, orderId);
      return link && checkoutOf(link);
    },
    refund: (request) => refund(options, request),
    readReturn: (query) => readReturn(options, query),
    readEvent: (rawBody, headers) => readEvent(options, rawBody, headers),
  };
}
