import type { FastifyRequest } from 'fastify';
import { SPECIFIED_EVENTS } from '../../contract/webhooks/webhook-headers.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import { may } from '../core/permissions.rules.ts';
import { DEFAULT_QUOTAS } from '../core/quotas.rules.ts';
import type { DashboardPage } from '../web/dashboard/dashboard-shell.ts';
import { facts, noticePage, textToCopy, timeOf } from '../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../web/dashboard/form.ts';
import { form, pathPart, textField, textOf } from '../web/dashboard/form.ts';
import type { DashboardRoutes } from '../web/dashboard/routes.ts';
import { assertConfirmed, orAgain } from '../web/dashboard/routes.ts';
import { table } from '../web/dashboard/table.ts';
import type { MemberVisit } from '../web/dashboard/visit.ts';
import { WORDS } from '../web/dashboard/words/dashboard.words.ts';
import type { DeliveryPage } from './deliveries.routes.ts';
import { deliveryList } from './deliveries.routes.ts';
import {
  addressOf,
  askedEvents,
  eventBoxes,
  healthOf,
  manageForms,
  recoveredMs,
  recoverForm,
  WEBHOOKS,
} from './endpoint-forms.page.ts';
import { listDeliveries, resendDeliveries } from './manage-deliveries.ts';
import {
  activateSecret,
  addEndpoint,
  chooseEvents,
  findOwnEndpoint,
  listEndpoints,
  removeEndpoint,
  revealSecrets,
  rotateSecret,
  switchEndpoint,
} from './manage-endpoints.ts';
import type { ShownEndpoint } from './webhook-endpoint.rules.ts';
import { ENDPOINT_URL_LENGTH } from './webhook-endpoint.rules.ts';

const words = WORDS.webhooks;
const { add, facts: names } = words;

const rowOf = (endpoint: ShownEndpoint) => [
  html`<a href="${WEBHOOKS}/${endpoint.endpointId}">${addressOf(endpoint.url)}</a>`,
  healthOf(endpoint),
  timeOf(endpoint.createdAt),
];

interface TypedEndpoint {
  readonly body?: unknown;
  readonly problems?: Problems;
}

function addForm(visit: MemberVisit, { body, problems }: TypedEndpoint): Html {
  const more = html` maxlength="${ENDPOINT_URL_LENGTH}" placeholder="${add.example}"`;
  const url = { name: 'url', label: add.address, value: textOf(body, 'url'), problems };
  const content = html`${textField({ ...url, type: 'url', required: true, more })}
<p class="hint">${add.hint}</p>
${eventBoxes(askedEvents(body))}
<button>${add.button}</button>`;
  return html`<section class="card"><h2>${add.heading}</h2>
${form(visit, WEBHOOKS, content)}</section>`;
}

interface ShownEndpoints extends TypedEndpoint {
  readonly endpoints: readonly ShownEndpoint[];
  readonly most: number;
}

const endpointsPage = (
  visit: MemberVisit,
  { endpoints, most, ...typed }: ShownEndpoints,
): DashboardPage => ({
  title: words.title,
  content: html`<section class="card">${endpoints.length > 0 ? table(words.list, words.heads, endpoints.map(rowOf)) : html`<p>${words.none}</p>`}
<p class="hint">${words.count(endpoints.length, most)}</p></section>
${may(visit.role, 'endpoints.manage') && addForm(visit, typed)}`,
});

const secretPage = (
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

interface ShownOne {
  readonly endpoint: ShownEndpoint;
  readonly deliveries: DeliveryPage;
  readonly problems: Problems | undefined;
}

function endpointPage(
  visit: MemberVisit,
  { endpoint, deliveries, problems }: ShownOne,
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
${recoverForm(visit, endpoint, problems)}
${isManaged && manageForms(visit, endpoint, problems)}`,
  };
}

const { added, recover: recovery, remove, secrets, toEndpoint } = WORDS.webhooks;

const PAGE = 50;

const endpointOf = (request: Parameters<typeof pathPart>[0]): string =>
  pathPart(request, 'endpointId');

async function deliveriesOf(
  deps: ServiceDeps,
  visit: MemberVisit,
  { endpointId, after }: { readonly endpointId: string; readonly after: string },
): Promise<DeliveryPage> {
  const query = { endpointId, limit: PAGE + 1, ...(after !== '' && { after }) };
  const found = await listDeliveries(deps, visit, query);
  const deliveries = found.slice(0, PAGE);
  const last = deliveries.at(-1);
  return { deliveries, next: found.length > PAGE ? last?.deliveryId : undefined };
}

export function webhookRoutes(routes: DashboardRoutes): void {
  const { deps, page, action } = routes;
  const showOne = async (visit: MemberVisit, request: FastifyRequest, problems?: Problems) => {
    const endpointId = endpointOf(request);
    const endpoint = await findOwnEndpoint(deps, visit, endpointId);
    const after = textOf(request.query, 'after');
    const deliveries = await deliveriesOf(deps, visit, { endpointId, after });
    return endpointPage(visit, { endpoint, deliveries, problems });
  };
  page(`${WEBHOOKS}/:endpointId`, 'endpoints.read', (visit, request) => showOne(visit, request));
  action(`${WEBHOOKS}/:endpointId/events`, 'endpoints.manage', async (visit, request) => {
    const endpointId = endpointOf(request);
    await chooseEvents(deps, visit, { endpointId, extraEvents: askedEvents(request.body) });
    return `${WEBHOOKS}/${endpointId}`;
  });
  action(`${WEBHOOKS}/:endpointId/switch`, 'endpoints.manage', async (visit, request) => {
    const endpointId = endpointOf(request);
    const enabled = textOf(request.body, 'to') === 'on';
    await switchEndpoint(deps, visit, { endpointId, enabled });
    return `${WEBHOOKS}/${endpointId}`;
  });
  const removing = async (visit: MemberVisit, request: FastifyRequest) => {
    const endpointId = endpointOf(request);
    await findOwnEndpoint(deps, visit, endpointId);
    assertConfirmed(request, remove.unconfirmed);
    await removeEndpoint(deps, visit, endpointId);
    return WEBHOOKS;
  };
  action(`${WEBHOOKS}/:endpointId/remove`, 'endpoints.manage', orAgain(removing, showOne));
  const recovering = (visit: MemberVisit, request: FastifyRequest) => recover(deps, visit, request);
  action(`${WEBHOOKS}/:endpointId/recover`, 'documents.resend', orAgain(recovering, showOne));
  listRoutes(routes);
  secretRoutes(routes);
}

async function recover(
  deps: ServiceDeps,
  visit: MemberVisit,
  request: FastifyRequest,
): Promise<DashboardPage> {
  const sinceMs = recoveredMs(textOf(request.body, 'since'));
  const endpointId = endpointOf(request);
  if (sinceMs === undefined) throw new DomainError('invalid_request', recovery.unknown, 'since');
  const order = { endpointId, sinceMs, isAll: textOf(request.body, 'all') === 'yes' };
  const { deliveryIds, hasMore } = await resendDeliveries(deps, visit, order);
  const count = deliveryIds.length;
  const { title, words } = count === 0 ? recovery.nothing : recovery.queued(count, hasMore);
  const next = { path: `${WEBHOOKS}/${endpointId}`, label: toEndpoint };
  return noticePage(200, title, { words, next });
}

function listRoutes({ deps, page, action }: DashboardRoutes): void {
  const { quotas = DEFAULT_QUOTAS } = deps;
  const showAll = async (visit: MemberVisit, typed: TypedEndpoint) =>
    endpointsPage(visit, {
      endpoints: await listEndpoints(deps, visit),
      most: quotas.endpoints,
      ...typed,
    });
  page(WEBHOOKS, 'endpoints.read', (visit) => showAll(visit, {}));
  const adding = async (visit: MemberVisit, { body }: FastifyRequest) => {
    const url = textOf(body, 'url').trim();
    const wanted = { url, extraEvents: askedEvents(body) };
    const { endpointId, secret } = await addEndpoint(deps, visit, wanted);
    return secretPage(endpointId, added, [[secrets.names.first, secret]]);
  };
  action(
    WEBHOOKS,
    ['endpoints.manage', 'sudo'],
    orAgain(adding, (visit, { body }, problems) => showAll(visit, { body, problems })),
  );
}

function secretRoutes({ deps, action }: DashboardRoutes): void {
  const sudo = ['endpoints.manage', 'sudo'] as const;
  action(`${WEBHOOKS}/:endpointId/secret`, sudo, async (visit, request) => {
    const endpointId = endpointOf(request);
    const { secret, nextSecret } = await revealSecrets(deps, visit, endpointId);
    return secretPage(endpointId, secrets.shown, [
      [secrets.names.current, secret],
      ...(nextSecret === null ? [] : [[secrets.names.next, nextSecret] as const]),
    ]);
  });
  action(`${WEBHOOKS}/:endpointId/rotate`, sudo, async (visit, request) => {
    const endpointId = endpointOf(request);
    const isNow = textOf(request.body, 'now') === 'yes';
    const { secret } = await rotateSecret(deps, visit, { endpointId, isNow });
    const name = isNow ? secrets.names.replaced : secrets.names.next;
    return secretPage(endpointId, secrets.made, [[name, secret]]);
  });
  action(`${WEBHOOKS}/:endpointId/activate`, sudo, async (visit, request) => {
    const endpointId = endpointOf(request);
    await activateSecret(deps, visit, endpointId);
    return `${WEBHOOKS}/${endpointId}`;
  });
}
