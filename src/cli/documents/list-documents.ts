import type { EsignClient } from '../../client/index.ts';
import type { DocumentSummary } from '../../contract/document.ts';
import { LIMITS } from '../../contract/limits.ts';

/** The part of a list to show. */
export interface Part {
  /** `Infinity` for all. */
  readonly limit: number;
  /** Documents to skip, of those that match. */
  readonly offset: number;
}

/** A part of the documents that match, most recent first. */
export interface Listing<Row extends DocumentSummary = DocumentSummary> extends Part {
  readonly documents: readonly Row[];
  /** The number of matches; undefined if not all were read. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
}

/**
 * Lists documents, in as many pages as needed; one more than the limit is asked for, to know whether there are more.
 * Throws the client's errors.
 */
export async function listDocuments(
  client: EsignClient,
  { limit, offset }: Part,
  signal: AbortSignal,
): Promise<Listing> {
  const read =
    limit < LIMITS.listMax
      ? (await client.documents.page({ limit: limit + 1, offset, signal })).documents
      : await client.documents.list({ offset, signal }).toArray({ max: limit + 1 });
  const documents = read.slice(0, limit);
  const hasMore = read.length > documents.length;
  const shown = Number.isFinite(limit) ? limit : documents.length;
  return { documents, limit: shown, offset, total: undefined, hasMore };
}
