import type { LoggedRequest } from '../../domain/accounts/api-request.ts';
import { documentIdOf } from '../../domain/accounts/api-request.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { ServiceDeps } from '../deps.ts';
import type { DocumentHistory } from './read-history.ts';

type Deps = Pick<ServiceDeps, 'store'>;

/** Requests per page. */
const PAGE = 50;
/** Requests on a document's page. */
const ABOUT = 10;

/** Finds the account's own request by its id. @throws {DomainError} `not_found` */
export async function findOwnRequest(
  { store }: Deps,
  caller: Caller,
  requestId: string,
): Promise<LoggedRequest> {
  const accountId = permit(caller, 'documents.read');
  const request = await store.findRequest({ accountId, requestId });
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

/** A search for API requests. */
export interface RequestSearch {
  /** Id of a request or of a document; empty for all. */
  readonly find: string;
  /** The `next` of the page before; empty for the newest. */
  readonly after: string;
}

/** Finds requests of the caller's account, newest first. */
export async function findRequests(
  { store }: Deps,
  caller: Caller,
  { find, after }: RequestSearch,
): Promise<RequestPage> {
  const accountId = permit(caller, 'documents.read');
  const documentId = documentIdOf(find);
  if (find !== '' && !documentId) {
    const found = await store.findRequest({ accountId, requestId: find });
    return { requests: found ? [found] : [], next: undefined };
  }
  const found = await store.listRequests({
    ...{ accountId, limit: PAGE + 1 },
    ...(after !== '' && { after }),
    ...(documentId && { documentId }),
  });
  const requests = found.slice(0, PAGE);
  return { requests, next: found.length > PAGE ? requests.at(-1)?.requestId : undefined };
}

/** The newest requests about a document: those that name it, and the one that created it, which its trail names. */
export async function listRequestsAbout(
  { store }: Deps,
  caller: Caller,
  { document: { documentId }, trail: [first] }: Pick<DocumentHistory, 'document' | 'trail'>,
): Promise<LoggedRequest[]> {
  const accountId = permit(caller, 'documents.read');
  const requests = await store.listRequests({ accountId, documentId, limit: ABOUT });
  const requestId = first?.requestId;
  if (!requestId || requests.length === ABOUT) return requests;
  const creation = await store.findRequest({ accountId, requestId });
  return creation ? [...requests, creation] : requests;
}
