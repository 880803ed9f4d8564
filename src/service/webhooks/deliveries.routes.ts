import { isEventType } from '../../contract/webhook-event.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import { pathPart, textOf } from '../web/dashboard/form.ts';
import type { DashboardRoutes } from '../web/dashboard/routes.ts';
import type { DashboardPage } from '../web/dashboard/shell.ts';
import { noticePage } from '../web/dashboard/shell.ts';
import { WORDS } from '../web/dashboard/words/words.ts';
import { deliveryPage } from './deliveries.page.ts';
import { RECOVERIES } from './endpoint-forms.page.ts';
import { WEBHOOKS } from './endpoint-health.page.ts';
import { findOwnDelivery, queueTestEvent, resendDeliveries } from './manage-deliveries.ts';

const DELIVERIES = `${WEBHOOKS}/deliveries`;

const refused = (message: string): DomainError => new DomainError('invalid_request', message);

const isRecovery = (text: string): text is keyof typeof RECOVERIES =>
  Object.hasOwn(RECOVERIES, text);

function recoveredPage(path: string, count: number, hasMore: boolean): DashboardPage {
  const { recover, toEndpoint } = WORDS.webhooks;
  const { title, words } = count === 0 ? recover.nothing : recover.queued(count, hasMore);
  return noticePage(200, title, { words, next: { path, label: toEndpoint } });
}

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
  action(`${WEBHOOKS}/:endpointId/recover`, 'documents.resend', async (visit, request) => {
    const since = textOf(request.body, 'since');
    const endpointId = pathPart(request, 'endpointId');
    if (!isRecovery(since)) throw refused(WORDS.webhooks.recover.unknown);
    const sinceMs = RECOVERIES[since];
    const isAll = textOf(request.body, 'all') === 'yes';
    const order = { endpointId, sinceMs, isAll };
    const { deliveryIds, hasMore } = await resendDeliveries(deps, visit, order);
    return recoveredPage(`${WEBHOOKS}/${endpointId}`, deliveryIds.length, hasMore);
  });
}
