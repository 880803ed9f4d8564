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

interface FindRequest
  extends Pick<DocumentSearch, 'state' | 'status' | 'ended' | 'since'>,
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
    pageOf(await store.findDocuments({ ...search, query }), limit);
  const query = readQuery(typed);
  let found = await find(query);
  if (query.kind === 'id' && found.documents.length === 0)
    found = await find({ kind: 'words', words: query.words });
  if (query.kind === 'all' || found.documents.length > 0) return found;
  return await find({ kind: 'external-id', externalId: trimmedQuery(typed) });
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

function pageOf(found: readonly SearchedRow[], limit: number): FoundPage {
  const documents = found.slice(0, limit);
  const last = documents.at(-1);
  return {
    documents: documents.map((document) => ({ ...document, state: documentState(document) })),
    older: last && found.length > limit ? writeCursor(last) : undefined,
  };
}
