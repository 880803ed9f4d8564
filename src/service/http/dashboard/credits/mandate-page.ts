import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { showRupees } from '../../../domain/billing/prices.ts';
import type { ShownMandate } from '../../../use-cases/billing/manage-mandate.ts';
import { MANDATE_PATH } from '../../payments/paths.ts';
import type { DashboardPage } from '../shell.ts';
import { facts } from '../table.ts';
import { timeOf } from '../time.ts';
import { WORDS } from '../words/words.ts';
import { CREDITS } from './paths.ts';

const words = WORDS.credits.mandate;

const back = html`<p><a class="button" href="${CREDITS}">${words.back}</a></p>`;

function openPart({ mandate, authoriseUrl }: ShownMandate): Html {
  const { createdAt, startsAt } = mandate;
  const first = startsAt > createdAt ? timeOf(startsAt) : words.atOnce;
  const leads = authoriseUrl
    ? html`<p><a class="button" href="${authoriseUrl}">${words.authorise}</a></p>`
    : html`<p>${words.unavailable}</p>`;
  return html`${facts([
    [words.price, words.everyMonth(showRupees(mandate.paise))],
    [words.first, first],
  ])}${leads}
<p class="hint">${words.done}</p><p><a href="${MANDATE_PATH}">${words.lookAgain}</a></p>`;
}

function givenPart({ mandate, covered }: ShownMandate): Html {
  return html`${facts([
    [words.price, words.everyMonth(showRupees(mandate.paise))],
    ...(covered ? [[words.next, timeOf(covered)] as const] : []),
  ])}<p>${words.given}</p>${back}`;
}

/** The mandate of an account: where to authorise it, or what became of it. */
export function mandatePage(shown: ShownMandate | undefined): DashboardPage {
  if (!shown) {
    const content = html`<section class="card"><p>${words.none}</p>${back}</section>`;
    return { title: words.title.none, content };
  }
  const isOpen = shown.mandate.state === 'open';
  const part = isOpen ? openPart(shown) : givenPart(shown);
  return {
    title: isOpen ? words.title.open : words.title.given,
    content: html`<section class="card">${part}</section>`,
  };
}
