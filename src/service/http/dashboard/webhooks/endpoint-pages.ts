import { html } from '../../../../html/html.ts';
import { may } from '../../../domain/members/permissions.ts';
import type { ShownEndpoint } from '../../../domain/webhooks/webhook-endpoint.ts';
import { form } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import { facts, table } from '../table.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';
import type { DeliveryPage } from './delivery-list.ts';
import { deliveryList } from './delivery-list.ts';
import { manageForms, recoverForm } from './endpoint-forms.ts';
import { addressOf, healthOf, WEBHOOKS } from './endpoint-words.ts';

const EMPTY = html`<p>There is no endpoint yet. To see events on your own machine before you have one: <code>esign webhook listen</code></p>`;

const rowOf = (endpoint: ShownEndpoint) => [
  html`<a href="${WEBHOOKS}/${endpoint.endpointId}">${addressOf(endpoint.url)}</a>`,
  healthOf(endpoint),
  timeOf(endpoint.createdAt),
];

const addForm = (visit: Visit) => html`<section class="card"><h2>Add an endpoint</h2>
${form(
  visit,
  WEBHOOKS,
  html`<label class="field">Address
<input type="url" name="url" required maxlength="2000" placeholder="https://hooks.example.in/esign"></label>
<p class="hint">It gets every event of this account from now on, signed with a secret of its own.</p>
<button>Add endpoint</button>`,
)}</section>`;

/** All endpoints of the account, and a form for another one. */
export const endpointsPage = (
  visit: Visit,
  endpoints: readonly ShownEndpoint[],
): DashboardPage => ({
  title: 'Webhooks',
  content: html`<section class="card">${endpoints.length > 0 ? table('Webhook endpoints', ['Endpoint', 'State', 'Added'], endpoints.map(rowOf)) : EMPTY}</section>
${may(visit.role, 'endpoints.manage') && addForm(visit)}`,
});

/** Shows secrets of an endpoint to somebody who asked for them. */
export const secretPage = (
  endpointId: string,
  title: string,
  secrets: readonly (readonly [name: string, secret: string])[],
): DashboardPage => ({
  title,
  scripts: ['once.js'],
  content: html`<section class="card">${secrets.map(
    ([name, secret]) => html`<h2>${name}</h2><pre tabindex="0"><code>${secret}</code></pre>`,
  )}
<p>Your receiver verifies deliveries with it. Keep it as safe as a password.</p>
<p><a class="button" data-once href="${WEBHOOKS}/${endpointId}">To the endpoint</a></p></section>`,
});

/** One endpoint with its deliveries, and what can be done with it. */
export function endpointPage(
  visit: Visit,
  endpoint: ShownEndpoint,
  deliveries: DeliveryPage,
): DashboardPage {
  const { endpointId, url, secretFingerprint, nextSecretFingerprint: next } = endpoint;
  const isManaged = may(visit.role, 'endpoints.manage');
  const path = `${WEBHOOKS}/${endpointId}`;
  return {
    title: 'Webhook endpoint',
    content: html`<section class="card">${facts([
      ['Address', isManaged ? url : addressOf(url)],
      ['State', healthOf(endpoint)],
      ['Id', html`<code>${endpointId}</code>`],
      ['Added', timeOf(endpoint.createdAt)],
      ['Secret', html`SHA-256 begins with <code>${secretFingerprint}</code>`],
      ...(next === null
        ? []
        : [
            [
              'Next secret',
              html`SHA-256 begins with <code>${next}</code>; it signs nothing yet`,
            ] as const,
          ]),
    ])}
<p><a href="${WEBHOOKS}">All endpoints</a></p></section>
<section class="card"><h2>Deliveries</h2>${deliveryList(deliveries, path)}</section>
${recoverForm(visit, endpoint)}
${isManaged && manageForms(visit, endpoint)}`,
  };
}
