import { HOUR_MS } from '../../contract/durations.ts';
import type { ExtraEventType } from '../../contract/webhooks/webhook-headers.ts';
import { EVENT_TYPES, EXTRA_EVENTS } from '../../contract/webhooks/webhook-headers.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { timeOf } from '../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../web/dashboard/form.ts';
import { buttonForm, choiceField, confirmBox, form, textOf } from '../web/dashboard/form.ts';
import type { MemberVisit } from '../web/dashboard/visit.ts';
import { WORDS } from '../web/dashboard/words/dashboard.words.ts';
import type { ShownEndpoint } from './webhook-endpoint.rules.ts';

export const WEBHOOKS = '/dashboard/webhooks';

const { health } = WORDS.webhooks;

/** Hides the query, which may be secret. */
export function addressOf(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function reasonOf({ disabledReason, failures }: ShownEndpoint): string {
  if (disabledReason === 'gone') return health.gone;
  return disabledReason === 'failing' ? health.failing(failures) : health.byHand;
}

export function healthOf(endpoint: ShownEndpoint): Html {
  const { enabled, disabledAt, failures } = endpoint;
  if (!enabled) {
    return html`<span class="badge bad">${health.off}</span> ${disabledAt && health.since(timeOf(disabledAt))}${reasonOf(endpoint)}`;
  }
  if (failures === 0) return html`<span class="badge good">${health.on}</span>`;
  return html`<span class="badge wait">${health.on}</span> ${health.failed(failures)}`;
}

const { events, recover, remove, secrets, switchOff, switchOn, test } = WORDS.webhooks;

/** How far back to recover deliveries, in milliseconds, by choice. */
const RECOVERIES: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '3d': 3 * 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
} satisfies Readonly<Record<keyof typeof recover.ranges, number>>;

export const recoveredMs = (choice: string): number | undefined =>
  Object.hasOwn(RECOVERIES, choice) ? RECOVERIES[choice] : undefined;

export function recoverForm(
  visit: MemberVisit,
  { endpointId, enabled }: ShownEndpoint,
  problems?: Problems,
): Html {
  const field = { name: 'since', label: recover.label, value: '', problems };
  const content = html`${choiceField(field, recover.ranges)}
<p><label><input type="checkbox" name="all" value="yes"> ${recover.also}</label></p>
<button>${recover.button}</button>`;
  return html`<section class="card"><h2>${recover.heading}</h2>
${
  enabled
    ? html`<p>${recover.about}</p>${form(visit, `${WEBHOOKS}/${endpointId}/recover`, content)}`
    : html`<p>${recover.whileOff}</p>`
}</section>`;
}

const eventBox = (type: ExtraEventType, asked: readonly ExtraEventType[]) =>
  html`<p><label><input type="checkbox" name="${type}" value="yes"${asked.includes(type) ? html` checked` : null}> <code>${type}</code>: ${events.about[type]}</label></p>`;

/** Checkboxes for the events beside the specification. */
export const eventBoxes = (asked: readonly ExtraEventType[]): Html => html`<fieldset>
<legend>${events.also}</legend>
${EXTRA_EVENTS.map((type) => eventBox(type, asked))}
<p class="hint">${events.hint}</p></fieldset>`;

/** Those that were ticked. */
export const askedEvents = (body: unknown): ExtraEventType[] =>
  EXTRA_EVENTS.filter((type) => textOf(body, type) === 'yes');

const eventsForm = (
  visit: MemberVisit,
  path: string,
  { extraEvents }: ShownEndpoint,
) => html`<section class="card"><h2>${events.heading}</h2>
${form(visit, `${path}/events`, html`${eventBoxes(extraEvents)}<button>${events.button}</button>`)}</section>`;

const testForm = (
  visit: MemberVisit,
  path: string,
) => html`<section class="card"><h2>${test.heading}</h2>
<p>${test.about}</p>
${form(
  visit,
  `${path}/test`,
  html`<label class="field">${test.label}
<select name="event">${EVENT_TYPES.map((event) => html`<option>${event}</option>`)}</select></label>
<button>${test.button}</button>`,
)}</section>`;

const secretForms = (
  visit: MemberVisit,
  path: string,
  { nextSecretFingerprint: next }: ShownEndpoint,
) =>
  html`<section class="card"><h2>${secrets.heading}</h2>
${buttonForm(visit, `${path}/secret`, { label: secrets.show })}
<p>${secrets.rotation}</p>
${buttonForm(visit, `${path}/rotate`, { label: next === null ? secrets.next : secrets.another })}
${next !== null && buttonForm(visit, `${path}/activate`, { label: secrets.activate, quiet: false })}
<p>${secrets.leak}</p>
${form(visit, `${path}/rotate`, html`<input type="hidden" name="now" value="yes"><button class="quiet">${secrets.replace}</button>`)}</section>`;

const removeForm = (
  visit: MemberVisit,
  path: string,
  problems?: Problems,
) => html`<section class="card"><h2>${remove.heading}</h2>
<p>${remove.about}</p>
${form(
  visit,
  `${path}/remove`,
  html`${confirmBox(remove.confirm, problems)}
<button class="refuse">${remove.button}</button>`,
)}</section>`;

/** Shown only to members who manage endpoints. */
export function manageForms(
  visit: MemberVisit,
  endpoint: ShownEndpoint,
  problems?: Problems,
): Html {
  const { endpointId, enabled } = endpoint;
  const path = `${WEBHOOKS}/${endpointId}`;
  const to = enabled ? 'off' : 'on';
  const { heading, about } = enabled ? switchOff : switchOn;
  return html`<section class="card"><h2>${heading}</h2>
<p>${about}</p>
${form(visit, `${path}/switch`, html`<input type="hidden" name="to" value="${to}"><button${enabled ? html` class="quiet"` : null}>${heading}</button>`)}</section>
${eventsForm(visit, path, endpoint)}${testForm(visit, path)}${secretForms(visit, path, endpoint)}${removeForm(visit, path, problems)}`;
}
