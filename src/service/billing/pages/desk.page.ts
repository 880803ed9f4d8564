import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { MandateChoice, ShownMandate, TestDesk } from '../../ports/payments.ts';
import { TEST_CHOICES } from '../../ports/payments.ts';
import type { DashboardPage } from '../../web/dashboard/shell.ts';
import { facts } from '../../web/dashboard/table.ts';
import { timeOf } from '../../web/dashboard/time.ts';
import type { ChoiceWords } from '../../web/dashboard/words/payment-desk.ts';
import { WORDS } from '../../web/dashboard/words/words.ts';
import type { ListedPayment } from '../orders/payments.sql.ts';
import { showRupees } from '../prices.rules.ts';
import { MANDATE_PATH, orderPathOf } from './desk-paths.page.ts';

const words = WORDS.paymentDesk;

const choiceOf =
  (path: string, all: Readonly<Record<string, ChoiceWords>>) =>
  (choice: string, index: number): Html => {
    const [label, what] = all[choice] ?? ['', ''];
    return html`<form method="post" action="${path}"><input type="hidden" name="choice" value="${choice}">
<p><button${index === 0 ? null : html` class="quiet"`}>${label}</button> <span class="hint">${what}</span></p></form>`;
  };

function refundForm(path: string, { credits, refunds }: ListedPayment): Html | null {
  const { giveBack } = words;
  const given = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, refund) => sum + refund.credits, 0);
  const left = credits - given;
  const form = html`<form method="post" action="${path}/refund"><label class="field">${giveBack.field}
<input type="number" name="credits" inputmode="numeric" min="1" max="${left}" required></label>
<button>${giveBack.button}</button></form>`;
  if (credits === 0) return null;
  return html`<section class="card"><h2>${giveBack.title}</h2><p>${giveBack.words} ${giveBack.so(given)}</p>
${left > 0 && form}</section>`;
}

export function orderDeskPage(
  path: string,
  {
    shown,
    payment,
  }: {
    readonly shown: NonNullable<ReturnType<TestDesk['show']>>;
    readonly payment: ListedPayment | undefined;
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
${payment && refundForm(path, payment)}`,
  };
}

function choicesOf({ state, next }: ShownMandate): readonly MandateChoice[] {
  if (state === 'over') return [];
  const other = next === 'pay' ? 'fail' : 'pay';
  return state === 'open' ? ['authorise', 'refuse', other] : [other, 'cancel'];
}

export function mandateDeskPage(path: string, shown: ShownMandate): DashboardPage {
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
