import type { LoggedRequest } from '../../domain/accounts/api-request.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { RequestFilter } from '../../ports/store/requests.ts';
import type { ServiceDeps } from '../deps.ts';
import type { DocumentHistory } from '../finding/read-history.ts';

type Deps = Pick<ServiceDeps, 'store'>;

/** Finds the account's own request by its id. @throws {DomainError} `not_found` */
export async function findOwnRequest(
  { store }: Deps,
  own: { readonly accountId: string; readonly requestId: string },
): Promise<LoggedRequest> {
  const request = await store.findRequest(own);
  if (request) return request;
  throw new DomainError(
    'not_found',
    'There is no request of this id: only requests with a valid key are kept, for 30 days.',
  );
}

/** A page of requests. */
export interface RequestPage {
  readonly requests: readonly LoggedRequest[];
  /** Leads to the next page, as `after`; undefined on the last one. */
  readonly next: string | undefined;
}

/** Lists an account's requests, newest first. */
export async function listRequests({ store }: Deps, filter: RequestFilter): Promise<RequestPage> {
  const { limit } = filter;
  const found = await store.listRequests({ ...filter, limit: limit + 1 });
  const requests = found.slice(0, limit);
  return { requests, next: found.length > limit ? requests.at(-1)?.requestId : undefined };
}

/** The newest requests about a document: those that name it, and the one that created it, which its trail names. */
export async function listRequestsAbout(
  { store }: Deps,
  { document, trail: [first] }: Pick<DocumentHistory, 'document' | 'trail'>,
  limit: number,
): Promise<LoggedRequest[]> {
  const { accountId, documentId } = document;
  const requests = await store.listRequests({ accountId, documentId, limit });
  const requestId = first?.requestId;
  if (!requestId || requests.length === limit) return requests;
  const creation = await store.findRequest({ accountId, requestId });
  return creation ? [...requests, creation] : requests;
}
