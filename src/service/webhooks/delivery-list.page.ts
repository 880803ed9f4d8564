import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DeliverySummary } from '../core/outbox/outbox.rules.ts';
import { older, timeOf } from '../web/dashboard/dashboard-shell.ts';
import { number, table } from '../web/dashboard/table.ts';
import { WORDS } from '../web/dashboard/words/dashboard.words.ts';
import { WEBHOOKS } from './endpoint-forms.page.ts';

const words = WORDS.deliveries;

/** Newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly DeliverySummary[];
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

export function stateOf({ state, tries, nextTryAt, lastTry }: DeliverySummary): Html {
  if (state === 'done') return html`<span class="badge good">${words.states.delivered}</span>`;
  if (state === 'failed') return html`<span class="badge bad">${words.states.givenUp}</span>`;
  if (state === 'skipped')
    return html`<span class="badge bad">${words.states.skipped}</span> ${words.states.whySkipped}`;
  if (nextTryAt === null) return html`<span class="badge wait">${words.states.inProgress}</span>`;
  const label = lastTry || tries > 0 ? words.states.failed : words.states.waiting;
  return html`<span class="badge wait">${label}</span> ${words.states.nextAttempt(timeOf(nextTryAt))}`;
}

export const answerOf = ({
  status,
  error,
}: {
  readonly status: number | null;
  readonly error: string | null;
}): Html => html`${status ?? words.noResponse}${error && html` <code>${error}</code>`}`;

const rowOf = (delivery: DeliverySummary) => [
  html`<a href="${WEBHOOKS}/deliveries/${delivery.deliveryId}">${delivery.event}</a><br><code>${delivery.documentId?.slice(0, 8) ?? words.testEvent}</code>`,
  stateOf(delivery),
  delivery.lastTry ? answerOf(delivery.lastTry) : '–',
  number(delivery.tries),
  timeOf(delivery.createdAt),
];

const { event, state, response, attempts, time } = words.heads;
const HEADS = [event, state, response, { ofNumbers: attempts }, time];

export const deliveryList = ({ deliveries, next }: DeliveryPage, path: string): Html =>
  deliveries.length > 0
    ? html`${table(words.list, HEADS, deliveries.map(rowOf))}${older(path, next)}`
    : html`<p>${words.none}</p>`;
