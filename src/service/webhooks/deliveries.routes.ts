import { isEventType } from '../../contract/webhooks/webhook-event.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DeliverySummary, Exchange } from '../core/outbox/outbox.rules.ts';
import type { DashboardPage } from '../web/dashboard/dashboard-shell.ts';
import { facts, older, timeOf } from '../web/dashboard/dashboard-shell.ts';
import { buttonForm, pathPart, textOf } from '../web/dashboard/form.ts';
import type { DashboardRoutes } from '../web/dashboard/routes.ts';
import { number, table } from '../web/dashboard/table.ts';
import type { MemberVisit } from '../web/dashboard/visit.ts';
import { WORDS } from '../web/dashboard/words/dashboard.words.ts';
import type { LoggedAttempt, LoggedDelivery } from './delivery.rules.ts';
import { addressOf, WEBHOOKS } from './endpoint-forms.page.ts';
import { findOwnDelivery, queueTestEvent, resendDeliveries } from './manage-deliveries.ts';

const words = WORDS.deliveries;

/** Newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly DeliverySummary[];
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

function stateOf({ state, tries, nextTryAt, lastTry }: DeliverySummary): Html {
  if (state === 'done') return html`<span class="badge good">${words.states.delivered}</span>`;
  if (state === 'failed') return html`<span class="badge bad">${words.states.givenUp}</span>`;
  if (state === 'skipped')
    return html`<span class="badge bad">${words.states.skipped}</span> ${words.states.whySkipped}`;
  if (nextTryAt === null) return html`<span class="badge wait">${words.states.inProgress}</span>`;
  const label = lastTry || tries > 0 ? words.states.failed : words.states.waiting;
  return html`<span class="badge wait">${label}</span> ${words.states.nextAttempt(timeOf(nextTryAt))}`;
}

const answerOf = ({ status, error }: Pick<LoggedAttempt, 'status' | 'error'>): Html =>
  html`${status ?? words.noResponse}${error && html` <code>${error}</code>`}`;

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

const bytesText = (label: string, text: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}">${text}</pre>`;

const block = (label: string, text: string): Html =>
  html`<h3>${label}</h3>${bytesText(label, text)}`;

const headersOf = (headers: Exchange['requestHeaders']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const milliseconds = (ms: number | null): string => (ms === null ? '–' : `${Math.round(ms)} ms`);

function exchangeOf(exchange: Exchange, body: string | null): Html {
  const { requestHeaders, answerHeaders, times, remoteAddress, secretFingerprint } = exchange;
  const { lookupMs, connectMs, tlsMs, firstByteMs } = times;
  const names = words.exchange;
  const timing = names.timesOf({
    lookup: milliseconds(lookupMs),
    connect: milliseconds(connectMs),
    tls: milliseconds(tlsMs),
    firstByte: milliseconds(firstByteMs),
  });
  return html`${facts([
    [names.address, remoteAddress ?? names.noAddress],
    [names.secret, html`<code>${secretFingerprint}</code>`],
    [names.times, timing],
  ])}
${block(names.sent, headersOf(requestHeaders))}
${block(names.answered, headersOf(answerHeaders) || names.noHeaders)}
${block(exchange.truncated ? names.cutBody : names.body, body || names.empty)}`;
}

function tryOf(one: LoggedAttempt): Html {
  const { number, durationMs: ms, startedAt, trigger, exchange, body } = one;
  const when = { ms, time: timeOf(startedAt), trigger: words.triggers[trigger] };
  return html`<li><details>
<summary>${words.attempt(number, answerOf(one), when)}</summary>
${exchange ? exchangeOf(exchange, body) : html`<p>${words.exchange.none}</p>`}</details></li>`;
}

function indented(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A delivery with its bytes and all attempts, newest first. */
function deliveryPage(visit: MemberVisit, delivery: LoggedDelivery): DashboardPage {
  const { deliveryId, endpointId, url, event, documentId, body, log, createdAt, state } = delivery;
  const names = words.facts;
  return {
    title: words.titleOf(event),
    ...(state === 'queued' && { live: { state, log, tries: delivery.tries } }),
    content: html`<section class="card">${facts([
      [names.state, stateOf(delivery)],
      [names.endpoint, html`<a href="${WEBHOOKS}/${endpointId}">${addressOf(url)}</a>`],
      [
        names.document,
        documentId === null
          ? names.noDocument
          : html`<a href="/dashboard/documents/${documentId}"><code>${documentId}</code></a>`,
      ],
      [names.time, timeOf(createdAt)],
      [names.id, html`<code>${deliveryId}</code>`],
    ])}
${buttonForm(visit, `${WEBHOOKS}/deliveries/${deliveryId}/resend`, { label: words.resend, quiet: false })}
<p class="hint">${words.aboutResend} <noscript>${words.reload}</noscript></p></section>
<section class="card"><h2>${words.attempts}</h2>${log.length > 0 ? html`<ul class="plain">${log.toReversed().map(tryOf)}</ul>` : html`<p>${words.noAttempt}</p>`}</section>
<section class="card"><h2>${words.body}</h2>${bytesText(words.body, indented(body))}
<p class="hint">${words.sentAs(body.length)}</p></section>`,
  };
}

const DELIVERIES = `${WEBHOOKS}/deliveries`;

export function deliveryRoutes({ deps, page, action }: DashboardRoutes): void {
  page(`${DELIVERIES}/:deliveryId`, 'endpoints.read', async (visit, request) => {
    const name = pathPart(request, 'deliveryId');
    return deliveryPage(visit, await findOwnDelivery(deps, visit, name));
  });
  action(`${DELIVERIES}/:deliveryId/resend`, 'documents.resend', async (visit, request) => {
    const name = pathPart(request, 'deliveryId');
    await resendDeliveries(deps, visit, { names: [name], isAwaited: false });
    return `${DELIVERIES}/${name}`;
  });
  action(`${WEBHOOKS}/:endpointId/test`, 'endpoints.manage', async (visit, request) => {
    const event = textOf(request.body, 'event');
    const endpointId = pathPart(request, 'endpointId');
    const kind = isEventType(event) ? event : 'signer.signed';
    return `${DELIVERIES}/${await queueTestEvent(deps, visit, { endpointId, kind })}`;
  });
}
