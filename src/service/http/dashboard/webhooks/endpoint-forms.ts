import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { ShownEndpoint } from '../../../domain/webhooks/webhook-endpoint.ts';
import { buttonForm, form } from '../form.ts';
import type { Visit } from '../visit.ts';
import { WEBHOOKS } from './endpoint-words.ts';

const HOUR_MS = 3_600_000;

/** How far back deliveries are recovered, by the word of the choice: its label, and its length in milliseconds. */
export const RECOVERIES = {
  '1h': ['the last hour', HOUR_MS],
  '24h': ['the last 24 hours', 24 * HOUR_MS],
  '3d': ['the last 3 days', 3 * 24 * HOUR_MS],
  '7d': ['the last 7 days', 7 * 24 * HOUR_MS],
  '30d': ['the last 30 days', 30 * 24 * HOUR_MS],
} as const;

/** Sends again what an endpoint missed. */
export function recoverForm(visit: Visit, { endpointId, enabled }: ShownEndpoint): Html {
  const choices = Object.entries(RECOVERIES).map(
    ([value, [label]]) => html`<option value="${value}">${label}</option>`,
  );
  const content = html`<label class="field">Events of
<select name="since">${choices}</select></label>
<p><label><input type="checkbox" name="all" value="yes"> also those that were delivered</label></p>
<button>Recover</button>`;
  return html`<section class="card"><h2>Recover</h2>
${
  enabled
    ? html`<p>Sends again what was given up or skipped, with the same ids and bytes.</p>${form(visit, `${WEBHOOKS}/${endpointId}/recover`, content)}`
    : html`<p>While the endpoint is off, nothing is sent to it. Switch it on; then send again what it missed.</p>`
}</section>`;
}

const testForm = (
  visit: Visit,
  path: string,
) => html`<section class="card"><h2>Send a test event</h2>
<p>It is sent once, also while the endpoint is off, and belongs to no document.</p>
${form(
  visit,
  `${path}/test`,
  html`<label class="field">Event
<select name="event"><option>signer.signed</option><option>document.completed</option></select></label>
<button>Send test</button>`,
)}</section>`;

const secretForms = (visit: Visit, path: string, { nextSecretFingerprint: next }: ShownEndpoint) =>
  html`<section class="card"><h2>Secret</h2>
${buttonForm(visit, `${path}/secret`, { label: 'Show secret' })}
<p>To change it: make a next secret, let your receiver accept both, then activate the next one.</p>
${buttonForm(visit, `${path}/rotate`, { label: next === null ? 'Make a next secret' : 'Make another next secret' })}
${next !== null && buttonForm(visit, `${path}/activate`, { label: 'Activate the next secret', quiet: false })}
<p>After a leak, replace it at once: until your receiver has the new one, it refuses what we send.</p>
${form(visit, `${path}/rotate`, html`<input type="hidden" name="now" value="yes"><button class="quiet">Replace now</button>`)}</section>`;

const removeForm = (visit: Visit, path: string) => html`<section class="card"><h2>Remove</h2>
<p>What waits for this endpoint is given up, and its deliveries are no longer listed. That cannot be undone.</p>
${form(
  visit,
  `${path}/remove`,
  html`<p><label><input type="checkbox" name="confirm" value="yes" required> I want to remove this endpoint</label></p>
<button class="quiet">Remove endpoint</button>`,
)}</section>`;

/** What only those do who manage endpoints. */
export function manageForms(visit: Visit, endpoint: ShownEndpoint): Html {
  const { endpointId, enabled } = endpoint;
  const path = `${WEBHOOKS}/${endpointId}`;
  const to = enabled ? 'off' : 'on';
  return html`<section class="card"><h2>Switch it ${to}</h2>
<p>${
    enabled
      ? 'While it is off, its events are kept as skipped, and can be recovered.'
      : 'What waits is sent at once, and failures so far are forgotten.'
  }</p>
${form(visit, `${path}/switch`, html`<input type="hidden" name="to" value="${to}"><button${enabled ? html` class="quiet"` : null}>Switch ${to}</button>`)}</section>
${testForm(visit, path)}${secretForms(visit, path, endpoint)}${removeForm(visit, path)}`;
}
