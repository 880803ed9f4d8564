import { SPECIFIED_EVENTS } from '../../contract/webhook-headers.ts';
import { html } from '../../html/html.ts';
import { may } from '../members/permissions.rules.ts';
import { textToCopy } from '../web/dashboard/copy.ts';
import { form } from '../web/dashboard/form.ts';
import type { DashboardPage } from '../web/dashboard/shell.ts';
import { facts, table } from '../web/dashboard/table.ts';
import { timeOf } from '../web/dashboard/time.ts';
import type { Visit } from '../web/dashboard/visit.ts';
import { WORDS } from '../web/dashboard/words/words.ts';
import type { DeliveryPage } from './delivery-list.page.ts';
import { deliveryList } from './delivery-list.page.ts';
import { eventBoxes, manageForms, recoverForm } from './endpoint-forms.page.ts';
import { addressOf, healthOf, WEBHOOKS } from './endpoint-health.page.ts';
import type { ShownEndpoint } from './webhook-endpoint.rules.ts';
import { ENDPOINT_URL_LENGTH } from './webhook-endpoint.rules.ts';

const words = WORDS.webhooks;
const { add, facts: names } = words;

const rowOf = (endpoint: ShownEndpoint) => [
  html`<a href="${WEBHOOKS}/${endpoint.endpointId}">${addressOf(endpoint.url)}</a>`,
  healthOf(endpoint),
  timeOf(endpoint.createdAt),
];

const addForm = (visit: Visit) => html`<section class="card"><h2>${add.heading}</h2>
${form(
  visit,
  WEBHOOKS,
  html`<label class="field">${add.address}
<input type="url" name="url" required maxlength="${ENDPOINT_URL_LENGTH}" placeholder="${add.example}"></label>
<p class="hint">${add.hint}</p>
${eventBoxes([])}
<button>${add.button}</button>`,
)}</section>`;

export const endpointsPage = (
  visit: Visit,
  endpoints: readonly ShownEndpoint[],
  most: number,
): DashboardPage => ({
  title: words.title,
  content: html`<section class="card">${endpoints.length > 0 ? table(words.list, words.heads, endpoints.map(rowOf)) : html`<p>${words.none}</p>`}
<p class="hint">${words.count(endpoints.length, most)}</p></section>
${may(visit.role, 'endpoints.manage') && addForm(visit)}`,
});

export const secretPage = (
  endpointId: string,
  title: string,
  secrets: readonly (readonly [name: string, secret: string])[],
): DashboardPage => ({
  title,
  scripts: ['copy.js', 'once.js'],
  content: html`<section class="card">${secrets.map(
    ([name, secret]) => html`<h2>${name}</h2>${textToCopy(secret)}`,
  )}
<p>${words.secrets.keepSafe}</p>
<p><a class="button" data-once href="${WEBHOOKS}/${endpointId}">${words.toEndpoint}</a></p></section>`,
});

export function endpointPage(
  visit: Visit,
  endpoint: ShownEndpoint,
  deliveries: DeliveryPage,
): DashboardPage {
  const { endpointId, url, secretFingerprint, nextSecretFingerprint: next } = endpoint;
  const isManaged = may(visit.role, 'endpoints.manage');
  const path = `${WEBHOOKS}/${endpointId}`;
  const isPending = deliveries.deliveries.some(({ state }) => state === 'queued');
  return {
    title: words.titleOfOne,
    ...(isPending && { live: { endpoint, ...deliveries } }),
    content: html`<section class="card">${facts([
      [names.address, isManaged ? url : addressOf(url)],
      [names.state, healthOf(endpoint)],
      [names.id, html`<code>${endpointId}</code>`],
      [names.events, [...SPECIFIED_EVENTS, ...endpoint.extraEvents].join(', ')],
      [names.added, timeOf(endpoint.createdAt)],
      [names.secret, names.fingerprint(secretFingerprint)],
      ...(next === null ? [] : [[names.nextSecret, names.nextFingerprint(next)] as const]),
    ])}
<p><a href="${WEBHOOKS}">${words.all}</a></p></section>
<section class="card"><h2>${WORDS.deliveries.list}</h2>${deliveryList(deliveries, path)}</section>
${recoverForm(visit, endpoint)}
${isManaged && manageForms(visit, endpoint)}`,
  };
}
