import { DomainError } from '../../../domain/domain-error.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import { listDeliveries } from '../../../use-cases/webhooks/manage-deliveries.ts';
import type { OwnEndpoint } from '../../../use-cases/webhooks/manage-endpoints.ts';
import {
  activateSecret,
  addEndpoint,
  findOwnEndpoint,
  listEndpoints,
  removeEndpoint,
  revealSecrets,
  rotateSecret,
  switchEndpoint,
} from '../../../use-cases/webhooks/manage-endpoints.ts';
import { pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import type { DeliveryPage } from './delivery-list.ts';
import { WEBHOOKS } from './endpoint-health.ts';
import { endpointPage, endpointsPage, secretPage } from './endpoint-pages.ts';

const { added, remove, secrets } = WORDS.webhooks;

const PAGE = 50;

/** The endpoint that a path names, of the visitor's account. */
export const ownEndpoint = (
  { account }: Visit,
  request: Parameters<typeof pathPart>[0],
): OwnEndpoint => ({
  accountId: account.accountId,
  endpointId: pathPart(request, 'endpointId'),
});

async function deliveriesOf(
  deps: ServiceDeps,
  own: OwnEndpoint,
  after: string,
): Promise<DeliveryPage> {
  const query = { ...own, limit: PAGE + 1, ...(after !== '' && { after }) };
  const found = await listDeliveries(deps, query);
  const deliveries = found.slice(0, PAGE);
  const last = deliveries.at(-1);
  return { deliveries, next: found.length > PAGE ? last?.deliveryId : undefined };
}

/** Webhook endpoints: added, switched, and removed. */
export function webhookRoutes(routes: DashboardRoutes): void {
  const { deps, page, action } = routes;
  page(WEBHOOKS, 'documents.read', async (visit) =>
    endpointsPage(visit, await listEndpoints(deps, visit.account.accountId)),
  );
  page(`${WEBHOOKS}/:endpointId`, 'documents.read', async (visit, request) => {
    const own = ownEndpoint(visit, request);
    const endpoint = await findOwnEndpoint(deps, own);
    const after = textOf(request.query, 'after');
    return endpointPage(visit, endpoint, await deliveriesOf(deps, own, after));
  });
  action(WEBHOOKS, ['endpoints.manage', 'sudo'], async ({ account }, { body }) => {
    const wanted = { accountId: account.accountId, url: textOf(body, 'url').trim() };
    const { endpointId, secret } = await addEndpoint(deps, wanted);
    return secretPage(endpointId, added, [[secrets.names.first, secret]]);
  });
  action(`${WEBHOOKS}/:endpointId/switch`, 'endpoints.manage', async (visit, request) => {
    const own = ownEndpoint(visit, request);
    await switchEndpoint(deps, own, textOf(request.body, 'to') === 'on');
    return `${WEBHOOKS}/${own.endpointId}`;
  });
  action(`${WEBHOOKS}/:endpointId/remove`, 'endpoints.manage', async (visit, request) => {
    const own = ownEndpoint(visit, request);
    await findOwnEndpoint(deps, own);
    if (textOf(request.body, 'confirm') !== 'yes') {
      throw new DomainError('invalid_request', remove.unconfirmed);
    }
    await removeEndpoint(deps, own);
    return WEBHOOKS;
  });
  secretRoutes(routes);
}

/** Their secrets: shown, rotated, and activated. */
function secretRoutes({ deps, action }: DashboardRoutes): void {
  const sudo = ['endpoints.manage', 'sudo'] as const;
  action(`${WEBHOOKS}/:endpointId/secret`, sudo, async (visit, request) => {
    const own = ownEndpoint(visit, request);
    const { secret, nextSecret } = await revealSecrets(deps, own);
    return secretPage(own.endpointId, secrets.shown, [
      [secrets.names.current, secret],
      ...(nextSecret === null ? [] : [[secrets.names.next, nextSecret] as const]),
    ]);
  });
  action(`${WEBHOOKS}/:endpointId/rotate`, sudo, async (visit, request) => {
    const own = ownEndpoint(visit, request);
    const isNow = textOf(request.body, 'now') === 'yes';
    const { secret } = await rotateSecret(deps, own, { isNow });
    const name = isNow ? secrets.names.replaced : secrets.names.next;
    return secretPage(own.endpointId, secrets.made, [[name, secret]]);
  });
  action(`${WEBHOOKS}/:endpointId/activate`, 'endpoints.manage', async (visit, request) => {
    const own = ownEndpoint(visit, request);
    await activateSecret(deps, own);
    return `${WEBHOOKS}/${own.endpointId}`;
  });
}
