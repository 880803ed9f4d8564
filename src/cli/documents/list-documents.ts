import type { CallOptions, EsignClient } from '../../client/index.ts';
import type { Document, DocumentSummary } from '../../contract/document.ts';
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

export function summaryOf({
  documentId,
  name,
  status,
  createdAt,
  signers,
}: Document): DocumentSummary {
  const signed = signers.filter(({ hasSigned }) => hasSigned).length;
  return { documentId, name, status, createdAt, signers: { total: signers.length, signed } };
}

/** Reads list pages until all are found or the list ends. Throws the client's errors. */
export async function readSummaries(
  client: EsignClient,
  ids: ReadonlySet<string>,
  options: CallOptions,
): Promise<Map<string, DocumentSummary>> {
  const found = new Map<string, DocumentSummary>();
  if (ids.size === 0) return found;
  for await (const document of client.documents.list(options)) {
    if (ids.has(document.documentId)) found.set(document.documentId, document);
    if (found.size === ids.size) break;
  }
  return found;
}
