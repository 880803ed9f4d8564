import type { CallOptions, EsignClient } from '../../../client/index.ts';
import type { DocumentSummary } from '../../../contract/document.ts';

/**
 * Reads how documents stand, by pages of the list rather than one request each; the walk ends once all are found. Those that
 * the account does not have are missing from the answer. Throws the client's errors.
 */
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
