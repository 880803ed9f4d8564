import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  CreatedDocument,
  Document,
  DocumentList,
  SentDocument,
} from '../../../contract/document.ts';
import type { EndpointName, ExtensionEndpoint } from '../../../contract/endpoints.ts';
import { ALL_ENDPOINTS } from '../../../contract/endpoints.ts';
import { withoutIds } from '../../../contract/openapi/plain-schema.ts';
import { AddedSigners } from '../../../contract/signer.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { addSigners } from '../../core/documents/add-signers.ts';
import { admitUpload, createDocument } from '../../core/documents/create-document.ts';
import {
  findOwnDocument,
  listDocuments,
  retrieveDocument,
} from '../../core/documents/read-documents.ts';
import { sendDocument } from '../../core/documents/send-document.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Origin } from '../../core/evidence/audit.rules.ts';
import { issueCertificate } from '../../core/evidence/issue-certificate.ts';
import { readListQuery } from '../../core/finding/read-query.rules.ts';
import { contentDisposition } from '../kit/file-headers.ts';
import { readJson } from '../kit/read-body.ts';
import { DOCUMENT, originOf } from '../kit/request-text.ts';
import { readUploadForm } from '../kit/upload-form.ts';
import { callerOf } from './require-key.ts';

export const API_PREFIX = '/api';

export interface DocumentRoute {
  Params: { documentId: string };
}

/** The path is relative to the API's prefix. */
export function routeOf(name: EndpointName | ExtensionEndpoint) {
  const { method, path } = ALL_ENDPOINTS[name];
  return { method, url: path.slice(API_PREFIX.length).replace(/\{(\w+)\}/g, ':$1') };
}

const byAccount = (request: FastifyRequest): Origin =>
  originOf(request, `account:${callerOf(request).account.accountId}`);

export const documentRequest = (request: FastifyRequest<DocumentRoute>) => {
  return { origin: byAccount(request), documentId: request.params.documentId };
};

/** Specification, section 4. */
export function documentRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.route({
    ...routeOf('createDocument'),
    config: { isUpload: true },
    schema: { response: { 201: withoutIds(CreatedDocument) } },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      await admitUpload(deps, caller);
      deps.pdf.assertRoom({ owner: caller.account.accountId });
      const form = await readUploadForm(deps, request);
      reply.code(201);
      const created = await createDocument(deps, caller, { origin: byAccount(request), ...form });
      request.setDecorator<string | null>(DOCUMENT, created.documentId);
      return created;
    },
  });
  app.route<{ Querystring: Record<string, unknown> }>({
    ...routeOf('listDocuments'),
    schema: { response: { 200: withoutIds(DocumentList) } },
    config: { reads: 'page' },
    handler: async (request) =>
      await listDocuments(deps, callerOf(request), readListQuery(request.query)),
  });
  app.route<DocumentRoute>({
    ...routeOf('retrieveDocument'),
    config: { reads: 'document' },
    schema: { response: { 200: withoutIds(Document) } },
    handler: async (request) =>
      await retrieveDocument(deps, callerOf(request), request.params.documentId),
  });
  addSignersRoute(app, deps);
  app.route<DocumentRoute>({
    ...routeOf('sendDocument'),
    schema: { response: { 200: withoutIds(SentDocument) } },
    handler: async (request) =>
      await sendDocument(deps, callerOf(request), documentRequest(request)),
  });
  certificateRoute(app, deps);
}

/** Reports an unreadable body only if the document is the caller's. */
export async function readOwnJson(
  deps: ServiceDeps,
  request: FastifyRequest<DocumentRoute>,
): Promise<unknown> {
  const json = await readJson(request);
  if (json.ok) return json.body;
  await findOwnDocument(deps, callerOf(request), request.params.documentId);
  throw new DomainError('invalid_request', json.problem);
}

function addSignersRoute(app: FastifyInstance, deps: ServiceDeps): void {
  app.route<DocumentRoute>({
    ...routeOf('addSigners'),
    schema: { response: { 201: withoutIds(AddedSigners) } },
    handler: async (request, reply) => {
      const body = await readOwnJson(deps, request);
      reply.code(201);
      return await addSigners(deps, callerOf(request), { ...documentRequest(request), body });
    },
  });
}

function certificateRoute(app: FastifyInstance, deps: ServiceDeps): void {
  app.route<DocumentRoute>({
    ...routeOf('downloadCertificate'),
    handler: async (request, reply) => {
      const { documentId } = request.params;
      const { bytes, fileName } = await issueCertificate(deps, callerOf(request), documentId);
      reply.type('application/pdf');
      reply.header('Content-Disposition', contentDisposition(fileName));
      return await reply.send(bytes);
    },
  });
}
