import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { DeliverySummary } from '../../../domain/webhooks/delivery.ts';
import { older, table } from '../table.ts';
import { timeOf } from '../time.ts';
import { WEBHOOKS } from './endpoint-words.ts';

/** A page of deliveries, newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly DeliverySummary[];
  /** Leads to the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** What has become of a delivery, in words. */
export function stateOf({ state, tries, nextTryAt, lastTry }: DeliverySummary): Html {
  if (state === 'done') return html`<span class="badge good">delivered</span>`;
  if (state === 'failed') return html`<span class="badge bad">given up</span>`;
  if (state === 'skipped')
    return html`<span class="badge bad">skipped</span> the endpoint was off, or too much waited for it`;
  if (nextTryAt === null) return html`<span class="badge wait">being sent</span>`;
  const label = lastTry || tries > 0 ? 'failed so far' : 'waiting';
  return html`<span class="badge wait">${label}</span> next attempt ${timeOf(nextTryAt)}`;
}

/** The answer to an attempt, or why there was none. */
export const answerOf = ({
  status,
  error,
}: {
  readonly status: number | null;
  readonly error: string | null;
}): Html => html`${status ?? 'no response'}${error && html` <code>${error}</code>`}`;

const rowOf = (delivery: DeliverySummary) => [
  html`<a href="${WEBHOOKS}/deliveries/${delivery.deliveryId}">${delivery.event}</a><br><code>${delivery.documentId?.slice(0, 8) ?? 'test event'}</code>`,
  stateOf(delivery),
  delivery.lastTry ? answerOf(delivery.lastTry) : '–',
  delivery.tries,
  timeOf(delivery.createdAt),
];

const HEADS = ['Event', 'State', 'Last response', 'Attempts', 'Time'];

/** A list of deliveries; `path` is that of the page it stands on. */
export const deliveryList = ({ deliveries, next }: DeliveryPage, path: string): Html =>
  deliveries.length > 0
    ? html`${table('Deliveries', HEADS, deliveries.map(rowOf))}${older(path, next)}`
    : html`<p>There is no delivery. A test event makes one, and so does every signature.</p>`;
