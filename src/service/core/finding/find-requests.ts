import type { LoggedRequest } from '../accounts/api-request.rules.ts';
import { documentIdOf } from '../accounts/api-request.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { DocumentHistory } from './read-history.ts';

type Deps = Pick<ServiceDeps, 'store'>;

const PAGE = 50;
const ABOUT = 10;

/** @throws {DomainError} `not_found` */
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

export interface RequestPage {
  readonly requests: readonly LoggedRequest[];
  /** The next page's `after`; undefined on the last page. */
  readonly next: string | undefined;
}

export interface RequestSearch {
  /** A request's or document's id; empty for all. */
  readonly find: string;
  /** The previous page's `next`; empty for the newest. */
  readonly after: string;
}

/** Newest first. */
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

/** Newest requests that name a document, and the one that created it, from its trail. */
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
