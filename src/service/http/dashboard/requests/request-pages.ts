import { html } from '../../../../html/html.ts';
import type { LoggedRequest } from '../../../domain/accounts/api-request.ts';
import { may } from '../../../domain/members/permissions.ts';
import type { RequestPage } from '../../../use-cases/requests/find-requests.ts';
import type { DashboardPage } from '../shell.ts';
import { facts, older, table } from '../table.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';

/** Path of the list of requests. */
export const REQUESTS = '/dashboard/requests';

const FIRST_FAILURE = 400;

const routeOf = ({ method, route }: LoggedRequest): string =>
  route === 'unknown'
    ? `${method}, a path that the API lacks`
    : `${method} ${route.replace(/:(\w+)/g, '{$1}')}`;

function statusOf({ status, error }: LoggedRequest) {
  if (status === null) return html`<span class="badge bad">no response</span>`;
  const kind = status < FIRST_FAILURE ? 'good' : 'bad';
  return html`<span class="badge ${kind}">${status}</span>${error && html` <code>${error}</code>`}`;
}

const keyOf = ({ key, keyId }: LoggedRequest) =>
  html`<code>${key ? `${key.prefix}…` : keyId}</code>${key?.name && ` ${key.name}`}`;

const rowOf = (request: LoggedRequest) => [
  html`<a href="${REQUESTS}/${request.requestId}">${timeOf(request.at)}</a>`,
  html`<code>${routeOf(request)}</code>`,
  statusOf(request),
  `${request.durationMs} ms`,
  keyOf(request),
];

const HEADS = ['Time', 'Request', 'Response', 'Took', 'Key'];

const EMPTY = html`<p>There is no request yet. <code>esign auth login</code> takes a key, and <code>esign docs list</code> makes a first request.</p>`;
const NOT_FOUND = html`<p>Nothing was found. Requests with a valid key are kept for 30 days, and appear here about a second after their response. While the database is slow, some are left out.</p>`;

/** The newest requests, or those that were looked for. */
export function requestsPage({ requests, next }: RequestPage, find: string): DashboardPage {
  const path = find === '' ? REQUESTS : `${REQUESTS}?find=${encodeURIComponent(find)}`;
  const none = find === '' ? EMPTY : NOT_FOUND;
  return {
    title: 'API requests',
    content: html`<section class="card"><form method="get" action="${REQUESTS}" role="search">
<label class="field">Id of a request or of a document
<input name="find" value="${find}" placeholder="req_… as in X-Request-Id" autocomplete="off"></label>
<button>Find</button></form></section>
<section class="card">${requests.length > 0 ? table('API requests', HEADS, requests.map(rowOf)) : none}
${older(path, next)}</section>`,
  };
}

/** One request. Its body, query and headers are never kept. */
export const requestPage = ({ role }: Visit, request: LoggedRequest): DashboardPage => ({
  title: 'API request',
  content: html`<section class="card">${facts([
    ['Id', html`<code>${request.requestId}</code>`],
    ['Time', timeOf(request.at)],
    ['Request', html`<code>${routeOf(request)}</code>`],
    ['Response', statusOf(request)],
    ['Took', `${request.durationMs} ms`],
    [
      'Key',
      may(role, 'keys.manage')
        ? html`<a href="/dashboard/keys/${request.keyId}">${keyOf(request)}</a>`
        : keyOf(request),
    ],
    [
      'Document',
      request.documentId
        ? html`<a href="/dashboard/documents/${request.documentId}"><code>${request.documentId}</code></a>, <a href="${REQUESTS}?find=${request.documentId}">its requests</a>`
        : 'none named',
    ],
  ])}
${request.status === null && html`<p>The connection was closed before the response was sent. What the request asked for may have been done: look at the document before you repeat it.</p>`}
<p class="hint">Bodies, queries and headers of requests are not kept. <a href="${REQUESTS}">All requests</a></p></section>`,
});
