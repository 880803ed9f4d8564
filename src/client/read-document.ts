import type { Document, DocumentList } from '../contract/document.ts';
import { ENDPOINTS, endpointPath } from '../contract/endpoints.ts';
import { isDocument, isDocumentList } from './answer-shape.ts';
import type { Call } from './attempt.ts';
import { secretsOf } from './attempt.ts';
import { urlBelow } from './base-url.ts';
import { checkDocumentId } from './document-id.ts';
import type { Outcome } from './perform.ts';
import { perform } from './perform.ts';
import { jsonReader } from './read-json.ts';
import type { Running } from './run-call.ts';

/** Which part of the list is asked for; the service clamps `limit` to 1..100. */
export interface PageParams {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** GET of a document. Throws every error of a call, and `InvalidArgumentError` for an empty id. */
export async function readDocument(
  { context, scope }: Running,
  documentId: string,
): Promise<Outcome<Document>> {
  checkDocumentId(documentId);
  const call: Call = {
    operation: 'retrieveDocument',
    safe: true,
    method: ENDPOINTS.retrieveDocument.method,
    url: urlBelow(context.baseUrl, endpointPath('retrieveDocument', documentId)),
    documentId,
    withKey: true,
  };
  const secrets = secretsOf(context);
  return perform(context, { call, scope }, jsonReader({ call, guard: isDocument, secrets }));
}

/** GET of one page of the list. Throws every error of a call. */
export async function readDocumentPage(
  { context, scope }: Running,
  { limit, offset }: PageParams,
): Promise<Outcome<DocumentList>> {
  const call: Call = {
    operation: 'listDocuments',
    safe: true,
    method: ENDPOINTS.listDocuments.method,
    url: urlBelow(context.baseUrl, endpointPath('listDocuments'), { limit, offset }),
    withKey: true,
  };
  const secrets = secretsOf(context);
  return perform(context, { call, scope }, jsonReader({ call, guard: isDocumentList, secrets }));
}
