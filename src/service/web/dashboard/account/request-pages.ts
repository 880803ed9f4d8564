import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { LoggedRequest } from '../../../core/accounts/api-request.rules.ts';
import type { RequestPage } from '../../../core/finding/find-requests.ts';
import { findOwnRequest, findRequests } from '../../../core/finding/find-requests.ts';
import { may } from '../../../core/permissions.rules.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { facts, older, timeOf } from '../dashboard-shell.ts';
import { documentLink, shortId } from '../document-paths.ts';
import { pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { number, table } from '../table.ts';
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

const { time, request: call, response, duration, key, document } = words.facts;

/** Of documents that are gone, only the id is left. */
function documentOf({ documentId, documentName }: LoggedRequest): Insert {
  if (documentId === null) return '–';
  if (documentName === null) return html`<code>${shortId(documentId)}</code>`;
  return documentLink({ documentId, name: documentName });
}

const HEADS = [time, call, response, { ofNumbers: duration }, key];

const cellsOf = (request: LoggedRequest): Insert[] => [
  html`<a href="${REQUESTS}/${request.requestId}">${timeOf(request.at)}</a>`,
  html`<code>${routeOf(request)}</code>`,
  statusOf(request),
  number(words.milliseconds(request.durationMs)),
  keyOf(request),
];

/** Requests about one document, which they need not name. */
export const requestTable = (requests: readonly LoggedRequest[]): Html =>
  table(words.title, HEADS, requests.map(cellsOf));

const namingTable = (requests: readonly LoggedRequest[]): Html =>
  table(
    words.title,
    [...HEADS, document],
    requests.map((request) => [...cellsOf(request), documentOf(request)]),
  );

function requestsPage({ requests, next }: RequestPage, find: string): DashboardPage {
  const path = find === '' ? REQUESTS : `${REQUESTS}?find=${encodeURIComponent(find)}`;
  const none = html`<p>${find === '' ? words.none : words.nothingFound}</p>`;
  return {
    title: words.title,
    content: html`<section class="card"><form method="get" action="${REQUESTS}" role="search">
<label class="field">${words.find.label}
<input name="find" value="${find}" placeholder="${words.find.example}" autocomplete="off"></label>
<button>${common.find}</button></form></section>
<section class="card">${requests.length > 0 ? namingTable(requests) : none}
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
      request.key && may(role, 'keys.manage')
        ? html`<a href="/dashboard/keys/${request.keyId}">${keyOf(request)}</a>`
        : keyOf(request),
    ],
    [
      names.document,
      request.documentId
        ? html`${documentOf(request)} <code>${request.documentId}</code>, <a href="${REQUESTS}?find=${request.documentId}">${names.ofDocument}</a>`
        : names.noDocument,
    ],
  ])}
${request.status === null && html`<p>${words.cutOff}</p>`}
<p class="hint">${words.notKept} <a href="${REQUESTS}">${words.all}</a></p></section>`,
});
