import { findOwnRequest, findRequests } from '../../../core/finding/find-requests.ts';
import { pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { REQUESTS, requestPage, requestsPage } from './request-pages.ts';

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
