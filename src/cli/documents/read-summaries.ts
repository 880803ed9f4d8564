import type { CallOptions, EsignClient } from '../../client/index.ts';
import type { Document, DocumentSummary } from '../../contract/document.ts';

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
