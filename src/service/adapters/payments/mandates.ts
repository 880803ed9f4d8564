import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { MandateState } from '../../billing/orders/mandate.rules.ts';
import type { Payment } from '../../billing/orders/order.rules.ts';
import type { FoundMandate, MandateProvider, MandateRequest } from '../../ports/payments.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import { Currency, Id, PageUrl, seconds } from './answers.ts';
import type { RazorpayAccess } from './call.ts';
import { callRazorpay } from './call.ts';

const OrNull = <Schema extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  schema: Schema,
) => Type.Optional(Type.Union([Type.Null(), schema]));

const Plan = Type.Object({
  period: Type.String(),
  interval: Type.Integer(),
  item: Type.Object({ amount: Type.Integer(), currency: Currency }),
});

const STATUSES = [
  'created',
  'authenticated',
  'active',
  'paused',
  'pending',
  'halted',
  'cancelled',
  'completed',
  'expired',
] as const;

const RazorpaySubscription = Type.Object({
  id: Id,
  status: Type.Enum([...STATUSES]),
  short_url: PageUrl,
});
type RazorpaySubscription = Static<typeof RazorpaySubscription>;

/** A halted subscription can be paid by hand, and then continues. */
const MANDATE_STATES: Readonly<Record<(typeof STATUSES)[number], MandateState>> = {
  created: 'open',
  authenticated: 'active',
  active: 'active',
  paused: 'active',
  pending: 'failing',
  halted: 'failing',
  cancelled: 'over',
  completed: 'over',
  expired: 'over',
};

const SubscriptionInvoice = Type.Object({
  status: Type.String(),
  payment_id: OrNull(Type.String()),
  amount_paid: OrNull(Type.Integer({ minimum: 0 })),
  currency: Currency,
  /** Seconds since 1970. */
  paid_at: OrNull(Type.Integer()),
});
type SubscriptionInvoice = Static<typeof SubscriptionInvoice>;

const SubscriptionInvoices = Type.Object({ items: Type.Array(SubscriptionInvoice) });

/** Oldest first. */
function chargesOf(invoices: readonly SubscriptionInvoice[]): Payment[] {
  const charges = invoices.flatMap(({ status, payment_id, amount_paid, currency, paid_at }) => {
    if (status !== 'paid' || !payment_id || !paid_at) return [];
    const paidAt = new Date(paid_at * 1000);
    return [{ paymentId: payment_id, paise: amount_paid ?? 0, currency, paidAt }];
  });
  return charges.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

/** Ten years: Razorpay requires an end. */
const MONTHS = 120;
/** The most invoices that Razorpay returns. */
const PAGE = 100;

const pathOf = (providerId: string): string => `/subscriptions/${encodeURIComponent(providerId)}`;

/** Checks that the plan charges the shown price. @throws {PaymentProviderError} `refused` */
async function assertPlan(access: RazorpayAccess, planId: string, paise: number): Promise<void> {
  const path = `/plans/${encodeURIComponent(planId)}`;
  const { period, interval, item } = await callRazorpay(access, Plan, { path });
  const { amount, currency } = item;
  const isIt = period === 'monthly' && interval === 1 && amount === paise && currency === 'INR';
  if (isIt) return;
  throw new PaymentProviderError(
    'refused',
    `The plan ${planId} at Razorpay charges ${amount} paise (${currency}) every ${interval} × ${period}, not ${paise} paise (INR) each month; make a plan with that price, and set its id.`,
  );
}

async function start(
  access: RazorpayAccess,
  planId: string,
  request: MandateRequest,
): Promise<FoundMandate> {
  await assertPlan(access, planId, request.paise);
  const body = {
    plan_id: planId,
    total_count: MONTHS,
    quantity: 1,
    customer_notify: false,
    expire_by: seconds(request.expiresAt),
    ...(request.startsAt && { start_at: seconds(request.startsAt) }),
    notes: { mandate: request.mandateId },
  };
  const path = '/subscriptions';
  return foundOf(await callRazorpay(access, RazorpaySubscription, { path, body }), []);
}

const foundOf = (
  { id, short_url: url, status }: RazorpaySubscription,
  invoices: readonly SubscriptionInvoice[],
): FoundMandate => ({
  providerId: id,
  url,
  state: MANDATE_STATES[status],
  charges: chargesOf(invoices),
});

async function listInvoices(
  access: RazorpayAccess,
  providerId: string,
): Promise<SubscriptionInvoice[]> {
  const all: SubscriptionInvoice[] = [];
  for (;;) {
    const query = new URLSearchParams({
      subscription_id: providerId,
      count: String(PAGE),
      skip: String(all.length),
    });
    const path = `/invoices?${query}`;
    const { items } = await callRazorpay(access, SubscriptionInvoices, { path });
    all.push(...items);
    if (items.length < PAGE) return all;
  }
}

async function find(access: RazorpayAccess, providerId: string): Promise<FoundMandate> {
  const path = pathOf(providerId);
  const subscription = await callRazorpay(access, RazorpaySubscription, { path });
  return foundOf(subscription, await listInvoices(access, providerId));
}

async function cancel(access: RazorpayAccess, providerId: string): Promise<void> {
  const body = { cancel_at_cycle_end: false };
  try {
    const path = `${pathOf(providerId)}/cancel`;
    await callRazorpay(access, Type.Unknown(), { path, body });
  } catch (error) {
    // Razorpay also refuses to cancel a subscription that has ended.
    if (!(error instanceof PaymentProviderError) || error.kind !== 'refused') throw error;
    if ((await find(access, providerId)).state !== 'over') throw error;
  }
}

/** Mandates as subscriptions to a Razorpay plan. Sends no customer data. */
export const razorpayMandates = (access: RazorpayAccess, planId: string): MandateProvider => ({
  startMandate: (request) => start(access, planId, request),
  findMandate: ({ providerId }) => find(access, providerId),
  cancelMandate: ({ providerId }) => cancel(access, providerId),
});
