import { documentIdOf } from '../../../domain/accounts/api-request.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import type { RequestPage } from '../../../use-cases/requests/find-requests.ts';
import { findOwnRequest, listRequests } from '../../../use-cases/requests/find-requests.ts';
import { pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { REQUESTS, requestPage, requestsPage } from './request-pages.ts';

const PAGE = 50;

interface Search {
  readonly accountId: string;
  /** Id of a request or of a document; empty for all. */
  readonly find: string;
  readonly after: string;
}

async function search(deps: ServiceDeps, { accountId, find, after }: Search): Promise<RequestPage> {
  const page = { accountId, limit: PAGE, ...(after !== '' && { after }) };
  if (find === '') return await listRequests(deps, page);
  const documentId = documentIdOf(find);
  if (documentId) return await listRequests(deps, { ...page, documentId });
  const found = await deps.store.findRequest({ accountId, requestId: find });
  return { requests: found ? [found] : [], next: undefined };
}

/** The log of the account's API requests. */
export function requestRoutes({ deps, page }: DashboardRoutes): void {
  page(REQUESTS, 'documents.read', async ({ account: { accountId } }, { query }) => {
    const find = textOf(query, 'find').trim();
    const after = textOf(query, 'after');
    return requestsPage(await search(deps, { accountId, find, after }), find);
  });
  page(`${REQUESTS}/:requestId`, 'documents.read', async (visit, request) => {
    const requestId = pathPart(request, 'requestId');
    const { accountId } = visit.account;
    return requestPage(visit, await findOwnRequest(deps, { accountId, requestId }));
  });
}
