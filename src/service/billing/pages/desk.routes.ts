import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { MandateChoice, ShownMandate, TestDesk, TestOutcome } from '../../ports/payments.ts';
import { MANDATE_CHOICES, TEST_CHOICES } from '../../ports/payments.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { facts, noticePage, sendDashboard, timeOf } from '../../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../../web/dashboard/form.ts';
import { countIn, pathPart, textField, textOf } from '../../web/dashboard/form.ts';
import type { ChoiceWords } from '../../web/dashboard/words/credits.words.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { ListedPayment } from '../orders/orders.sql.ts';
import { refundPayment } from '../orders/refund-payment.ts';
import { receiveEvent } from '../orders/settle-payment.ts';
import { showRupees } from '../prices.rules.ts';
import { MANDATE_PATH, orderPathOf, PAYMENTS } from './paths.page.ts';

const words = WORDS.paymentDesk;

const choiceOf =
  (path: string, all: Readonly<Record<string, ChoiceWords>>) =>
  (choice: string, index: number): Html => {
    const [label, what] = all[choice] ?? ['', ''];
    return html`<form method="post" action="${path}"><input type="hidden" name="choice" value="${choice}">
<p><button${index === 0 ? null : html` class="quiet"`}>${label}</button> <span class="hint">${what}</span></p></form>`;
  };

interface TypedRefund {
  readonly credits: string;
  readonly problems: Problems;
}

function refundForm(
  path: string,
  { credits, refunds }: ListedPayment,
  typed?: TypedRefund,
): Html | null {
  const { giveBack } = words;
  const given = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, refund) => sum + refund.credits, 0);
  const left = credits - given;
  const form = html`<form method="post" action="${path}/refund">${textField({
    ...{ name: 'credits', label: giveBack.field, type: 'number', required: true },
    ...(typed ? { value: typed.credits, problems: typed.problems } : { value: '' }),
    more: html` inputmode="numeric" min="1" max="${left}"`,
  })}
<button>${giveBack.button}</button></form>`;
  if (credits === 0) return null;
  return html`<section class="card"><h2>${giveBack.title}</h2><p>${giveBack.words} ${giveBack.so(given)}</p>
${left > 0 && form}</section>`;
}

function orderDeskPage(
  path: string,
  {
    shown,
    payment,
    typed,
  }: {
    readonly shown: NonNullable<ReturnType<TestDesk['show']>>;
    readonly payment: ListedPayment | undefined;
    readonly typed?: TypedRefund;
  },
): DashboardPage {
  const { orderId, description, paise, state } = shown;
  const known = facts([
    [words.for, description],
    [words.price, showRupees(paise)],
  ]);
  const over = html`<p>${words.over(orderPathOf(orderId))}</p>`;
  return {
    title: words.paymentTitle,
    content: html`<section class="card"><p>${words.noMoney}</p>${known}
${state === 'open' ? TEST_CHOICES.map(choiceOf(path, words.choices)) : over}</section>
${payment && refundForm(path, payment, typed)}`,
    ...(typed && { status: 400, problems: typed.problems }),
  };
}

function choicesOf({ state, next }: ShownMandate): readonly MandateChoice[] {
  if (state === 'over') return [];
  const other = next === 'pay' ? 'fail' : 'pay';
  return state === 'open' ? ['authorise', 'refuse', other] : [other, 'cancel'];
}

function mandateDeskPage(path: string, shown: ShownMandate): DashboardPage {
  const { paise, state, charges, nextAt, next, startsAt } = shown;
  const first = startsAt ? timeOf(startsAt) : words.atOnce;
  const due =
    state === 'open'
      ? ([[words.firstCharge, first]] as const)
      : nextAt && [[words.nextCharge, timeOf(nextAt)] as const];
  const known = facts([
    [words.for, words.month],
    [words.price, showRupees(paise)],
    [words.state, words.states[state]],
    [words.charged, words.times(charges.length)],
    ...(due ?? []),
    [words.next, words.nextChoices[next]],
  ]);
  return {
    title: words.mandateTitle,
    content: html`<section class="card"><p>${words.noCharge}</p>${known}
<p class="hint">${words.moveClock}</p>
${choicesOf(shown).map(choiceOf(path, words.mandateChoices))}
<p>${words.back(MANDATE_PATH)}</p></section>`,
  };
}

const { gone } = WORDS.paymentDesk;

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
    const shown = desk.show(orderId);
    if (!payment || !shown) return sendDashboard(reply, GONE);
    const credits = textOf(request.body, 'credits');
    const wish = { paymentId: payment.paymentId, credits: countIn(credits) ?? 0 };
    try {
      await refundPayment(seller, wish);
      return reply.redirect(path, 303);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const typed = { credits, problems: { credits: error.message } };
      return sendDashboard(reply, orderDeskPage(path, { shown, payment, typed }));
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
