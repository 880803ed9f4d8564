import type { FastifyInstance } from 'fastify';
import { CreatedDocument, Document, DocumentList } from '../../../contract/document.ts';
import { readListQuery } from '../../../contract/list-query.ts';
import { withoutIds } from '../../../contract/openapi/plain-schema.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { createDocument } from '../../use-cases/documents/create-document.ts';
import { listDocuments, retrieveDocument } from '../../use-cases/documents/read-documents.ts';
import { readUploadForm } from '../upload-form.ts';
import type { DocumentRoute } from './request-of.ts';
import { documentRequestOf, requestOf } from './request-of.ts';
import { routeOf } from './route-of.ts';

/** Create, list and retrieve (specification, sections 4.1 to 4.3). */
export function documentRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.route({
    ...routeOf('createDocument'),
    schema: { response: { 201: withoutIds(CreatedDocument) } },
    handler: async (request, reply) => {
      const form = await readUploadForm(deps, request);
      reply.code(201);
      return await createDocument(deps, { ...requestOf(request), ...form });
    },
  });
  app.route<{ Querystring: Record<string, unknown> }>({
    ...routeOf('listDocuments'),
    schema: { response: { 200: withoutIds(DocumentList) } },
    handler: async (request) =>
      await listDocuments(deps, { ...requestOf(request), ...readListQuery(request.query) }),
  });
  app.route<DocumentRoute>({
    ...routeOf('retrieveDocument'),
    schema: { response: { 200: withoutIds(Document) } },
    handler: async (request) => await retrieveDocument(deps, documentRequestOf(request)),
  });
}
