import { DomainError } from '../../domain/domain-error.ts';
import type { DocumentCursor } from '../../domain/finding/cursor.ts';
import { readCursor, writeCursor } from '../../domain/finding/cursor.ts';
import type { DocumentState } from '../../domain/finding/document-state.ts';
import { documentState } from '../../domain/finding/document-state.ts';
import type { DocumentQuery } from '../../domain/finding/read-query.ts';
import { readQuery } from '../../domain/finding/read-query.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { DocumentSearch, FoundDocument } from '../../store/documents/find-documents.ts';
import type { ServiceDeps } from '../deps.ts';

/** Documents on a page. */
export const DOCUMENTS_ON_PAGE = 50;

/** A search for documents. */
interface FindRequest {
  /** As a person typed it. */
  readonly typed: string;
  readonly state?: DocumentState | undefined;
  /** The `older` of the page before. */
  readonly before?: string | undefined;
}

/** A document that was found, and its state. */
interface FoundRow extends FoundDocument {
  readonly state: DocumentState;
}

/** A page of what was found, newest first. */
export interface FoundPage {
  readonly documents: readonly FoundRow[];
  /** The cursor of the next page; undefined on the last one. */
  readonly older: string | undefined;
}

/**
 * Finds documents of the caller's account by the text that a person typed, and by their state. Text that looks like the
 * beginning of an id is searched for as a word if no document's id starts with it.
 * @throws {DomainError} `invalid_request` when the cursor is none
 */
export async function findDocuments(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
  { typed, state, before }: FindRequest,
): Promise<FoundPage> {
  const accountId = permit(caller, 'documents.read');
  const cursor = cursorOf(before);
  const find = async (query: DocumentQuery): Promise<FoundPage> =>
    pageOf(await store.findDocuments({ accountId, query, state, before: cursor, limit: LIMIT }));
  const query = readQuery(typed);
  const found = await find(query);
  if (query.kind !== 'id' || found.documents.length > 0) return found;
  return await find({ kind: 'words', words: query.words });
}

/** One more than shown tells whether there are older ones. */
const LIMIT: DocumentSearch['limit'] = DOCUMENTS_ON_PAGE + 1;

function cursorOf(before: string | undefined): DocumentCursor | undefined {
  if (before === undefined) return undefined;
  const cursor = readCursor(before);
  if (cursor) return cursor;
  throw new DomainError(
    'invalid_request',
    'The link to older documents is incomplete. Search again.',
  );
}

function pageOf(found: readonly FoundDocument[]): FoundPage {
  const documents = found.slice(0, DOCUMENTS_ON_PAGE);
  const last = documents.at(-1);
  return {
    documents: documents.map((document) => ({ ...document, state: documentState(document) })),
    older: last && found.length > DOCUMENTS_ON_PAGE ? writeCursor(last) : undefined,
  };
}
