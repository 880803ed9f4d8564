import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { DeliverySummary } from '../../../domain/webhooks/delivery.ts';
import type { ShownEndpoint } from '../../../domain/webhooks/webhook-endpoint.ts';
import type { AccountOverview } from '../../../store/accounts/overview.ts';
import { textToCopy } from '../copy.ts';
import { timeOf } from '../time.ts';
import { addressOf, healthOf, WEBHOOKS } from '../webhooks/endpoint-health.ts';
import { WORDS } from '../words/words.ts';
import { countOf } from './count-of.ts';

const words = WORDS.home.failed;

/** What follows a failed attempt. */
function nextOf({ state, nextTryAt, tries }: DeliverySummary): Insert {
  if (state === 'failed') return words.givenUp(tries);
  return nextTryAt ? words.next(timeOf(nextTryAt)) : words.inProgress;
}

function deliveryItem(delivery: DeliverySummary): Html {
  const { deliveryId, event, url, lastTry } = delivery;
  const link = html`<a href="${WEBHOOKS}/deliveries/${deliveryId}"><code>${event}</code></a>`;
  const answer = lastTry?.status ?? lastTry?.error ?? words.noAnswer;
  return html`<li>${words.item(link, new URL(url).host, answer)} <span class="hint">· ${nextOf(delivery)}</span></li>
`;
}

const endpointItem = (endpoint: ShownEndpoint): Html =>
  html`<li><a href="${WEBHOOKS}/${endpoint.endpointId}">${addressOf(endpoint.url)}</a> ${healthOf(endpoint)}</li>
`;

const list = (items: readonly Html[]): Html | false =>
  items.length > 0 && html`<ul class="plain">${items}</ul>`;

/** The endpoints that are off, and the newest deliveries that failed. */
export function failedCard({ failed }: AccountOverview, endpoints: readonly ShownEndpoint[]): Html {
  const off = endpoints.filter(({ enabled }) => !enabled);
  const none = off.length === 0 && failed.count === 0 && html`<p>${words.none}</p>`;
  const content = html`${list(off.map(endpointItem))}${list(failed.items.map(deliveryItem))}${none}
<p class="hint">${words.about}</p><p><a href="${WEBHOOKS}">${words.all}</a></p>`;
  return html`<section class="card"><h2>${words.heading(countOf(failed))}</h2>
${endpoints.length > 0 ? content : html`<p>${words.noEndpoint}</p>${textToCopy(WORDS.commands.listen)}`}</section>
`;
}
