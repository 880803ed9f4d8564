import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import { DEFAULT_QUOTAS } from '../core/quotas.rules.ts';
import { pathPart, textOf } from '../web/dashboard/form.ts';
import type { DashboardRoutes } from '../web/dashboard/routes.ts';
import type { Visit } from '../web/dashboard/visit.ts';
import { WORDS } from '../web/dashboard/words/words.ts';
import type { DeliveryPage } from './delivery-list.page.ts';
import { askedEvents } from './endpoint-forms.page.ts';
import { WEBHOOKS } from './endpoint-health.page.ts';
import { endpointPage, endpointsPage, secretPage } from './endpoints.page.ts';
import { listDeliveries } from './manage-deliveries.ts';
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

const { added, remove, secrets } = WORDS.webhooks;

const PAGE = 50;

const endpointOf = (request: Parameters<typeof pathPart>[0]): string =>
  pathPart(request, 'endpointId');

async function deliveriesOf(
  deps: ServiceDeps,
  visit: Visit,
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
  const { quotas = DEFAULT_QUOTAS } = deps;
  page(WEBHOOKS, 'endpoints.read', async (visit) =>
    endpointsPage(visit, await listEndpoints(deps, visit), quotas.endpoints),
  );
  page(`${WEBHOOKS}/:endpointId`, 'endpoints.read', async (visit, request) => {
    const endpointId = endpointOf(request);
    const endpoint = await findOwnEndpoint(deps, visit, endpointId);
    const after = textOf(request.query, 'after');
    return endpointPage(visit, endpoint, await deliveriesOf(deps, visit, { endpointId, after }));
  });
  action(WEBHOOKS, ['endpoints.manage', 'sudo'], async (visit, { body }) => {
    const url = textOf(body, 'url').trim();
    const { endpointId, secret } = await addEndpoint(deps, visit, {
      url,
      extraEvents: askedEvents(body),
    });
    return secretPage(endpointId, added, [[secrets.names.first, secret]]);
  });
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
  action(`${WEBHOOKS}/:endpointId/remove`, 'endpoints.manage', async (visit, request) => {
    const endpointId = endpointOf(request);
    await findOwnEndpoint(deps, visit, endpointId);
    if (textOf(request.body, 'confirm') !== 'yes') {
      throw new DomainError('invalid_request', remove.unconfirmed);
    }
    await removeEndpoint(deps, visit, endpointId);
    return WEBHOOKS;
  });
  secretRoutes(routes);
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
