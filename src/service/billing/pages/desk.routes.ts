import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { TestDesk, TestOutcome } from '../../ports/payments.ts';
import { MANDATE_CHOICES, TEST_CHOICES } from '../../ports/payments.ts';
import { countIn, pathPart, textOf } from '../../web/dashboard/form.ts';
import { noticePage, sendDashboard } from '../../web/dashboard/shell.ts';
import { WORDS } from '../../web/dashboard/words/words.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { ListedPayment } from '../orders/payments.sql.ts';
import { receiveEvent } from '../orders/receive-event.ts';
import { refundPayment } from '../orders/refund-payment.ts';
import { mandateDeskPage, orderDeskPage } from './desk.page.ts';
import { PAYMENTS } from './desk-paths.page.ts';

const { gone, giveBack } = WORDS.paymentDesk;

const GONE = noticePage(404, gone.title, {
  words: gone.words,
  next: { path: '/dashboard/credits', label: gone.next },
});

const chosen = <Choice extends string>(choices: readonly Choice[], { body }: FastifyRequest) =>
  choices.find((one) => one === textOf(body, 'choice'));

/** Notifies the service, as the provider would. */
async function tell(seller: BillingDeps, { events }: TestOutcome): Promise<void> {
  for (const { body: rawBody, headers } of events) await receiveEvent(seller, { rawBody, headers });
}

/** Undefined while the order is not settled. */
async function paymentOf(
  { store }: BillingDeps,
  orderId: string,
): Promise<ListedPayment | undefined> {
  const order = await store.findOrder(orderId);
  if (order?.state !== 'paid') return undefined;
  const payments = await store.listPayments({ accountId: order.accountId, limit: 1000 });
  return payments.find((payment) => payment.orderId === orderId);
}

/** Where a person plays customer, bank and seller. */
export function deskRoutes(app: FastifyInstance, seller: BillingDeps, desk: TestDesk): void {
  const base = `${PAYMENTS}/${seller.billing.payments.id}`;
  mandateDeskRoutes(app, seller, { desk, base: `${base}/mandates` });
  app.get(`${base}/:order`, async (request, reply) => {
    const orderId = pathPart(request, 'order');
    const shown = desk.show(orderId);
    const path = `${base}/${orderId}`;
    const payment = await paymentOf(seller, orderId);
    return sendDashboard(reply, shown ? orderDeskPage(path, { shown, payment }) : GONE);
  });
  app.post(`${base}/:order`, async (request, reply) => {
    const choice = chosen(TEST_CHOICES, request);
    const outcome = choice && desk.choose(pathPart(request, 'order'), choice);
    if (!outcome) return sendDashboard(reply, GONE);
    await tell(seller, outcome);
    return reply.redirect(outcome.returnUrl, 303);
  });
  app.post(`${base}/:order/refund`, async (request, reply) => {
    const orderId = pathPart(request, 'order');
    const path = `${base}/${orderId}`;
    const payment = await paymentOf(seller, orderId);
    if (!payment) return sendDashboard(reply, GONE);
    const credits = countIn(textOf(request.body, 'credits')) ?? 0;
    try {
      await refundPayment(seller, { paymentId: payment.paymentId, credits });
      return reply.redirect(path, 303);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const next = { path, label: giveBack.back };
      return sendDashboard(reply, noticePage(409, giveBack.failed, { words: error.message, next }));
    }
  });
}

function mandateDeskRoutes(
  app: FastifyInstance,
  seller: BillingDeps,
  { desk, base }: { readonly desk: TestDesk; readonly base: string },
): void {
  app.get(`${base}/:mandate`, async (request, reply) => {
    const id = pathPart(request, 'mandate');
    const shown = desk.showMandate(id);
    return sendDashboard(reply, shown ? mandateDeskPage(`${base}/${id}`, shown) : GONE);
  });
  app.post(`${base}/:mandate`, async (request, reply) => {
    const id = pathPart(request, 'mandate');
    const choice = chosen(MANDATE_CHOICES, request);
    const outcome = choice && desk.chooseMandate(id, choice);
    if (!outcome) return sendDashboard(reply, GONE);
    await tell(seller, outcome);
    const staysHere = choice === 'pay' || choice === 'fail';
    return reply.redirect(staysHere ? `${base}/${id}` : outcome.returnUrl, 303);
  });
}
