import type { FoundMandate, MandateProvider, MandateRequest } from '../../ports/payments.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import { readAnswer } from './answers.adapter.ts';
import type { RazorpayAccess } from './call.adapter.ts';
import { callRazorpay } from './call.adapter.ts';
import type { SubscriptionInvoice } from './mandate-answers.adapter.ts';
import {
  chargesOf,
  MANDATE_STATES,
  Plan,
  Subscription,
  SubscriptionInvoices,
} from './mandate-answers.adapter.ts';

/** Ten years: Razorpay requires an end. */
const MONTHS = 120;
/** The most invoices that Razorpay returns. */
const PAGE = 100;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

const pathOf = (providerId: string): string => `/subscriptions/${encodeURIComponent(providerId)}`;

/** Checks that the plan charges the shown price. @throws {PaymentProviderError} `refused` */
async function assertPlan(access: RazorpayAccess, planId: string, paise: number): Promise<void> {
  const path = `/plans/${encodeURIComponent(planId)}`;
  const { period, interval, item } = readAnswer(
    Plan,
    await callRazorpay(access, { method: 'GET', path }),
  );
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
  const answer = await callRazorpay(access, { method: 'POST', path: '/subscriptions', body });
  return foundOf(readAnswer(Subscription, answer), []);
}

const foundOf = (
  { id, short_url: url, status }: Subscription,
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
    const answer = await callRazorpay(access, { method: 'GET', path: `/invoices?${query}` });
    const { items } = readAnswer(SubscriptionInvoices, answer);
    all.push(...items);
    if (items.length < PAGE) return all;
  }
}

async function find(access: RazorpayAccess, providerId: string): Promise<FoundMandate> {
  const answer = await callRazorpay(access, { method: 'GET', path: pathOf(providerId) });
  return foundOf(readAnswer(Subscription, answer), await listInvoices(access, providerId));
}

async function cancel(access: RazorpayAccess, providerId: string): Promise<void> {
  const body = { cancel_at_cycle_end: false };
  try {
    const path = `${pathOf(providerId)}/cancel`;
    await callRazorpay(access, { method: 'POST', path, body });
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
