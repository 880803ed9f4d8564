import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { LoggedRequest } from '../../../core/accounts/api-request.rules.ts';
import type { RequestPage } from '../../../core/finding/find-requests.ts';
import { findOwnRequest, findRequests } from '../../../core/finding/find-requests.ts';
import { may } from '../../../core/permissions.rules.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { facts, older, table, timeOf } from '../dashboard-shell.ts';
import { pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';

export function requestRoutes({ deps, page }: DashboardRoutes): void {
  page(REQUESTS, 'documents.read', async (visit, { query }) => {
    const find = textOf(query, 'find').trim();
    const after = textOf(query, 'after');
    return requestsPage(await findRequests(deps, visit, { find, after }), find);
  });
  page(`${REQUESTS}/:requestId`, 'documents.read', async (visit, request) => {
    const requestId = pathPart(request, 'requestId');
    return requestPage(visit, await findOwnRequest(deps, visit, requestId));
  });
}

const { common, requests: words } = WORDS;

export const REQUESTS = '/dashboard/requests';

const FIRST_FAILURE = 400;

const routeOf = ({ method, route }: LoggedRequest): string =>
  route === 'unknown'
    ? words.unknownRoute(method)
    : `${method} ${route.replace(/:(\w+)/g, '{$1}')}`;

function statusOf({ status, error }: LoggedRequest) {
  if (status === null) return html`<span class="badge bad">${words.noResponse}</span>`;
  const kind = status < FIRST_FAILURE ? 'good' : 'bad';
  return html`<span class="badge ${kind}">${status}</span>${error && html` <code>${error}</code>`}`;
}

const keyOf = ({ key, keyId }: LoggedRequest) =>
  html`<code>${key ? `${key.prefix}…` : keyId}</code>${key?.name && ` ${key.name}`}`;

const rowOf = (request: LoggedRequest) => [
  html`<a href="${REQUESTS}/${request.requestId}">${timeOf(request.at)}</a>`,
  html`<code>${routeOf(request)}</code>`,
  statusOf(request),
  words.milliseconds(request.durationMs),
  keyOf(request),
];

export const requestTable = (requests: readonly LoggedRequest[]): Html =>
  table(words.title, words.heads, requests.map(rowOf));

function requestsPage({ requests, next }: RequestPage, find: string): DashboardPage {
  const path = find === '' ? REQUESTS : `${REQUESTS}?find=${encodeURIComponent(find)}`;
  const none = html`<p>${find === '' ? words.none : words.nothingFound}</p>`;
  return {
    title: words.title,
    content: html`<section class="card"><form method="get" action="${REQUESTS}" role="search">
<label class="field">${words.find.label}
<input name="find" value="${find}" placeholder="${words.find.example}" autocomplete="off"></label>
<button>${common.find}</button></form></section>
<section class="card">${requests.length > 0 ? requestTable(requests) : none}
${older(path, next)}</section>`,
  };
}

const names = words.facts;

/** A request's body, query and headers are never stored. */
const requestPage = ({ role }: MemberVisit, request: LoggedRequest): DashboardPage => ({
  title: words.titleOfOne,
  content: html`<section class="card">${facts([
    [names.id, html`<code>${request.requestId}</code>`],
    [names.time, timeOf(request.at)],
    [names.request, html`<code>${routeOf(request)}</code>`],
    [names.response, statusOf(request)],
    [names.duration, words.milliseconds(request.durationMs)],
    [
      names.key,
      may(role, 'keys.manage')
        ? html`<a href="/dashboard/keys/${request.keyId}">${keyOf(request)}</a>`
        : keyOf(request),
    ],
    [
      names.document,
      request.documentId
        ? html`<a href="/dashboard/documents/${request.documentId}"><code>${request.documentId}</code></a>, <a href="${REQUESTS}?find=${request.documentId}">${names.ofDocument}</a>`
        : names.noDocument,
    ],
  ])}
${request.status === null && html`<p>${words.cutOff}</p>`}
<p class="hint">${words.notKept} <a href="${REQUESTS}">${words.all}</a></p></section>`,
});
