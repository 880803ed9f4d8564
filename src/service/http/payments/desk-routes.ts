import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { showRupees } from '../../domain/billing/prices.ts';
import type { TestChoice, TestDesk } from '../../ports/payments.ts';
import { TEST_CHOICES } from '../../ports/payments.ts';
import type { BillingDeps } from '../../use-cases/billing/billing-deps.ts';
import { receiveEvent } from '../../use-cases/billing/receive-event.ts';
import { pathPart, textOf } from '../dashboard/form.ts';
import type { DashboardPage } from '../dashboard/shell.ts';
import { noticePage, sendDashboard } from '../dashboard/shell.ts';
import { orderPathOf, PAYMENTS } from './paths.ts';

const WHAT: Readonly<Record<TestChoice, readonly [label: string, what: string]>> = {
  pay: ['Pay', 'The payment arrives, and the service is told.'],
  fail: ['Fail', 'Nothing is paid.'],
  late: ['Late', 'The payment arrives after a minute of the clock, and nobody tells the service.'],
  twice: ['Twice', 'The payment arrives once, and the service is told twice.'],
};

const choiceOf = (path: string, choice: TestChoice): Html => {
  const [label, what] = WHAT[choice];
  return html`<form method="post" action="${path}"><input type="hidden" name="choice" value="${choice}">
<p><button${choice === 'pay' ? null : html` class="quiet"`}>${label}</button> <span class="hint">${what}</span></p></form>`;
};

const GONE = noticePage(404, 'No such payment', {
  words: 'The sandbox forgets payments when it stops. Order again.',
  next: { path: '/dashboard/credits', label: 'Credits' },
});

function deskPage(path: string, shown: NonNullable<ReturnType<TestDesk['show']>>): DashboardPage {
  const { orderId, description, paise, state } = shown;
  const over = html`<p>This payment is over. <a href="${orderPathOf(orderId)}">Back to the order</a></p>`;
  return {
    title: 'A payment for tests',
    content: html`<section class="card"><p>No money moves here. Choose what becomes of this payment.</p>
<dl class="facts"><dt>For</dt><dd>${description}</dd><dt>Price</dt><dd>${showRupees(paise)}</dd></dl>
${state === 'open' ? TEST_CHOICES.map((choice) => choiceOf(path, choice)) : over}</section>`,
  };
}

const isChoice = (text: string): text is TestChoice => TEST_CHOICES.some((one) => one === text);

const orderOf = (request: FastifyRequest): string => pathPart(request, 'order');

/** Where a person plays the customer and the bank. */
export function deskRoutes(app: FastifyInstance, seller: BillingDeps, desk: TestDesk): void {
  const base = `${PAYMENTS}/${seller.billing.payments.id}`;
  app.get(`${base}/:order`, async (request, reply) => {
    const orderId = orderOf(request);
    const shown = desk.show(orderId);
    return sendDashboard(reply, shown ? deskPage(`${base}/${orderId}`, shown) : GONE);
  });
  app.post(`${base}/:order`, async (request, reply) => {
    const orderId = orderOf(request);
    const choice = textOf(request.body, 'choice');
    const outcome = isChoice(choice) ? desk.choose(orderId, choice) : undefined;
    if (!outcome) return sendDashboard(reply, GONE);
    for (const { body: rawBody, headers } of outcome.events) {
      await receiveEvent(seller, { rawBody, headers });
    }
    return reply.redirect(outcome.returnUrl, 303);
  });
}
