import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Exchange } from '../../../domain/outbox.ts';
import type { LoggedAttempt, LoggedDelivery } from '../../../domain/webhooks/delivery.ts';
import { buttonForm } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import { facts } from '../table.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';
import { answerOf, stateOf } from './delivery-list.ts';
import { addressOf, WEBHOOKS } from './endpoint-words.ts';

const TRIGGERS = {
  auto: 'by the schedule',
  manual: 'resent by hand',
  recovery: 'again, since the attempt before it was cut off',
} as const;

const textOf = (label: string, text: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}">${text}</pre>`;

const block = (label: string, text: string): Html => html`<h3>${label}</h3>${textOf(label, text)}`;

const headersOf = (headers: Exchange['requestHeaders']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const milliseconds = (ms: number | null): string => (ms === null ? '–' : `${Math.round(ms)} ms`);

function exchangeOf(exchange: Exchange, body: string | null): Html {
  const { requestHeaders, answerHeaders, times, remoteAddress, secretFingerprint } = exchange;
  const { lookupMs, connectMs, tlsMs, firstByteMs } = times;
  return html`${facts([
    ['Went to', remoteAddress ?? 'no address'],
    ['Signed with the secret', html`<code>${secretFingerprint}</code>`],
    [
      'Since the start',
      `name found ${milliseconds(lookupMs)}, connected ${milliseconds(connectMs)}, TLS ${milliseconds(tlsMs)}, first byte ${milliseconds(firstByteMs)}`,
    ],
  ])}
${block('Headers sent', headersOf(requestHeaders))}
${block('Headers of the response', headersOf(answerHeaders) || 'none that is kept')}
${block(exchange.truncated ? 'Beginning of the response’s body' : 'Body of the response', body || 'empty')}`;
}

const NO_EXCHANGE = html`<p>Nothing could be sent, or what was exchanged is no longer kept: that ends after 30 days.</p>`;

const tryOf = (one: LoggedAttempt): Html => html`<li><details>
<summary>Attempt ${one.number}: ${answerOf(one)} in ${one.durationMs} ms, ${timeOf(one.startedAt)}, ${TRIGGERS[one.trigger]}</summary>
${one.exchange ? exchangeOf(one.exchange, one.body) : NO_EXCHANGE}</details></li>`;

/** The event's JSON with line breaks. */
function indented(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** One delivery: its bytes, and every attempt with its answer, newest first. */
export function deliveryPage(visit: Visit, delivery: LoggedDelivery): DashboardPage {
  const { deliveryId, endpointId, url, event, documentId, body, log, createdAt } = delivery;
  return {
    title: `Delivery of ${event}`,
    content: html`<section class="card">${facts([
      ['State', stateOf(delivery)],
      ['Endpoint', html`<a href="${WEBHOOKS}/${endpointId}">${addressOf(url)}</a>`],
      [
        'Document',
        documentId === null
          ? 'none: a test event'
          : html`<a href="/dashboard/documents/${documentId}"><code>${documentId}</code></a>`,
      ],
      ['Time', timeOf(createdAt)],
      ['Id', html`<code>${deliveryId}</code>`],
    ])}
${buttonForm(visit, `${WEBHOOKS}/deliveries/${deliveryId}/resend`, { label: 'Resend', quiet: false })}
<p class="hint">A resend has the same id and the same bytes. Load this page again to see how it went.</p></section>
<section class="card"><h2>Attempts</h2>${log.length > 0 ? html`<ol reversed>${log.toReversed().map(tryOf)}</ol>` : html`<p>None has ended yet.</p>`}</section>
<section class="card"><h2>Body</h2>${textOf('Body', indented(body))}
<p class="hint">Sent as ${body.length} bytes, without these line breaks.</p></section>`,
  };
}
