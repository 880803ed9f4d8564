import type { EsignClient } from '../../client/index.ts';
import type { DocumentList, DocumentSummary } from '../../contract/document.ts';
import { LIMITS } from '../../contract/limits.ts';

export interface DocumentQuery {
  /** `Infinity` for all. */
  readonly limit: number;
  /** Documents to skip, of those with the status. */
  readonly offset: number;
  readonly status?: string | undefined;
}

/** Reads as many pages as needed; `limit` and `offset` of the result are those of the query. */
export async function listDocuments(
  client: EsignClient,
  { limit, offset, status }: DocumentQuery,
  signal: AbortSignal,
): Promise<DocumentList> {
  if (limit <= LIMITS.listMax && status === undefined)
    return client.documents.page({ limit, offset, signal });
  const documents: DocumentSummary[] = [];
  // The service skips before anything is filtered
  let toSkip = status === undefined ? 0 : offset;
  for await (const item of client.documents.list({ offset: offset - toSkip, signal })) {
    if (status !== undefined && item.status !== status) continue;
    toSkip -= 1;
    if (toSkip >= 0) continue;
    documents.push(item);
    if (documents.length >= limit) break;
  }
  return { documents, limit: Number.isFinite(limit) ? limit : documents.length, offset };
}
