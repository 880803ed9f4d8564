import type { EsignClient } from '../../client/index.ts';
import type { DocumentSummary } from '../../contract/document.ts';
import { LIMITS } from '../../contract/limits.ts';

export interface ListPart {
  /** `Infinity` for all. */
  readonly limit: number;
  /** Matching documents to skip. */
  readonly offset: number;
}

export interface DocumentListing<Row extends DocumentSummary = DocumentSummary> extends ListPart {
  readonly documents: readonly Row[];
  /** Undefined if not all were read. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
}

/** Reads all needed pages, and one more document to set `hasMore`. Throws the client's errors. */
export async function listDocuments(
  client: EsignClient,
  { limit, offset }: ListPart,
  signal: AbortSignal,
): Promise<DocumentListing> {
  const read =
    limit < LIMITS.listMax
      ? (await client.documents.page({ limit: limit + 1, offset, signal })).documents
      : await client.documents.list({ offset, signal }).toArray({ max: limit + 1 });
  const documents = read.slice(0, limit);
  const hasMore = read.length > documents.length;
  const shown = Number.isFinite(limit) ? limit : documents.length;
  return { documents, limit: shown, offset, total: undefined, hasMore };
}
