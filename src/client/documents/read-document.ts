import type { Document, DocumentList } from '../../contract/document.ts';
import { isDocument, isDocumentList } from '../http/answer-shape.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import type { Outcome } from '../http/perform.ts';
import type { Running } from '../http/run-call.ts';

/** Which part of the list is asked for; the service clamps `limit` to 1..100. */
export interface PageParams {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** GET of a document. Throws the errors of a call, and `InvalidArgumentError` for an empty id. */
export function readDocument(running: Running, documentId: string): Promise<Outcome<Document>> {
  return callEndpoint(running, { endpoint: 'retrieveDocument', documentId }, isDocument);
}

/** GET of one page of the list. Throws the errors of a call. */
export function readDocumentPage(
  running: Running,
  { limit, offset }: PageParams,
): Promise<Outcome<DocumentList>> {
  const query = { limit, offset };
  return callEndpoint(running, { endpoint: 'listDocuments', query }, isDocumentList);
}
