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
  // The service skips before anything is filtered
  const [asked, own] = status === undefined ? [offset, 0] : [0, offset];
  const matching: DocumentSummary[] = [];
  for await (const item of client.documents.list({ offset: asked, signal })) {
    if (status === undefined || item.status === status) matching.push(item);
    if (matching.length >= own + limit) break;
  }
  const documents = matching.slice(own);
  return { documents, limit: Number.isFinite(limit) ? limit : documents.length, offset };
}
