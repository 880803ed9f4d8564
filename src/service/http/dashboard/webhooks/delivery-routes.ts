import { DomainError } from '../../../domain/domain-error.ts';
import {
  findOwnDelivery,
  queueTestEvent,
  resendDeliveries,
} from '../../../use-cases/webhooks/manage-deliveries.ts';
import { pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import { noticePage } from '../shell.ts';
import { deliveryPage } from './delivery-pages.ts';
import { RECOVERIES } from './endpoint-forms.ts';
import { WEBHOOKS } from './endpoint-words.ts';
import { ownEndpoint } from './webhook-routes.ts';

const DELIVERIES = `${WEBHOOKS}/deliveries`;

const refused = (message: string): DomainError => new DomainError('invalid_request', message);

const isRecovery = (text: string): text is keyof typeof RECOVERIES =>
  Object.hasOwn(RECOVERIES, text);

function recoveredPage(path: string, count: number, hasMore: boolean): DashboardPage {
  const counted = count === 1 ? '1 delivery is' : `${count} deliveries are`;
  const words =
    count === 0
      ? 'Of that time, nothing was given up or skipped. Test events are not recovered: resend them one by one.'
      : `${counted} queued for another attempt.${hasMore ? ' There are more: recover again once these are through.' : ''}`;
  const next = { path, label: 'To the endpoint' };
  return noticePage(200, count === 0 ? 'Nothing to recover' : 'Recovering', { words, next });
}

/** Deliveries: shown with every attempt, tested, resent, and recovered. */
export function deliveryRoutes({ deps, page, action }: DashboardRoutes): void {
  page(`${DELIVERIES}/:deliveryId`, 'documents.read', async (visit, request) => {
    const name = pathPart(request, 'deliveryId');
    const { accountId } = visit.account;
    return deliveryPage(visit, await findOwnDelivery(deps, { accountId, name }));
  });
  action(`${DELIVERIES}/:deliveryId/resend`, 'documents.resend', async (visit, request) => {
    const name = pathPart(request, 'deliveryId');
    const { accountId } = visit.account;
    await resendDeliveries(deps, { accountId, names: [name], isAwaited: false });
    return `${DELIVERIES}/${name}`;
  });
  action(`${WEBHOOKS}/:endpointId/test`, 'endpoints.manage', async (visit, request) => {
    const event = textOf(request.body, 'event');
    const own = ownEndpoint(visit, request);
    const kind = event === 'document.completed' ? event : 'signer.signed';
    return `${DELIVERIES}/${await queueTestEvent(deps, own, kind)}`;
  });
  action(`${WEBHOOKS}/:endpointId/recover`, 'documents.resend', async (visit, request) => {
    const since = textOf(request.body, 'since');
    const own = ownEndpoint(visit, request);
    if (!isRecovery(since)) throw refused('Choose how far back deliveries are sent again.');
    const [, sinceMs] = RECOVERIES[since];
    const isAll = textOf(request.body, 'all') === 'yes';
    const { deliveryIds, hasMore } = await resendDeliveries(deps, { ...own, sinceMs, isAll });
    return recoveredPage(`${WEBHOOKS}/${own.endpointId}`, deliveryIds.length, hasMore);
  });
}
