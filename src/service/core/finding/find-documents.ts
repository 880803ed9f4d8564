import type { DocumentSearch, SearchedRow } from '../../store/documents/find-documents.sql.ts';
import type { ServiceDeps } from '../deps.ts';
import type { DocumentState } from '../documents/document-states.rules.ts';
import { documentState } from '../documents/document-states.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { DocumentCursor, DocumentQuery } from './read-query.rules.ts';
import { readCursor, readQuery, trimmedQuery, writeCursor } from './read-query.rules.ts';

export const DOCUMENTS_ON_PAGE = 50;

export const MOST_COUNTED = 1000;

export interface FindRequest
  extends Pick<DocumentSearch, 'state' | 'status' | 'ended' | 'since' | 'until'>,
    Partial<Pick<DocumentSearch, 'limit'>> {
  readonly typed: string;
  /** The previous page's `older`. */
  readonly before?: string | undefined;
}

interface FoundRow extends SearchedRow {
  readonly state: DocumentState;
}

/** Newest first. */
export interface FoundPage {
  readonly documents: readonly FoundRow[];
  /** The next page's cursor; undefined on the last page. */
  readonly older: string | undefined;
  /** What found them. */
  readonly query: DocumentQuery;
}

/**
 * Retries an unmatched id as a word, and what matches nothing as an external id.
 * @throws {DomainError} `invalid_request` for the cursor
 */
export async function findDocuments(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
  { typed, before, limit = DOCUMENTS_ON_PAGE, ...filters }: FindRequest,
): Promise<FoundPage> {
  const accountId = permit(caller, 'documents.read');
  const cursor = cursorOf(before);
  // One more than shown, to know whether there are older ones.
  const search = { ...filters, accountId, before: cursor, limit: limit + 1 };
  const find = async (query: DocumentQuery): Promise<FoundPage> =>
    pageOf(await store.findDocuments({ ...search, query }), { query, limit });
  const query = readQuery(typed);
  let found = await find(query);
  if (query.kind === 'id' && found.documents.length === 0)
    found = await find({ kind: 'words', words: query.words });
  if (query.kind === 'all' || found.documents.length > 0) return found;
  return await find({ kind: 'external-id', externalId: trimmedQuery(typed) });
}

/** How many there are on all pages of a search, up to one more than `MOST_COUNTED`. */
export async function countDocuments(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
  { request, found }: { readonly request: FindRequest; readonly found: FoundPage },
): Promise<number> {
  const accountId = permit(caller, 'documents.read');
  const { typed: _typed, before, ...filters } = request;
  const { documents, older, query } = found;
  if (before === undefined && older === undefined) return documents.length;
  return await store.countDocuments({ ...filters, accountId, query, limit: MOST_COUNTED + 1 });
}

function cursorOf(before: string | undefined): DocumentCursor | undefined {
  if (before === undefined) return undefined;
  const cursor = readCursor(before);
  if (cursor) return cursor;
  throw new DomainError(
    'invalid_request',
    'The link to older documents is incomplete. Search again.',
  );
}

function pageOf(
  found: readonly SearchedRow[],
  { query, limit }: Pick<DocumentSearch, 'query' | 'limit'>,
): FoundPage {
  const documents = found.slice(0, limit);
  const last = documents.at(-1);
  return {
    documents: documents.map((document) => ({ ...document, state: documentState(document) })),
    older: last && found.length > limit ? writeCursor(last) : undefined,
    query,
  };
}
