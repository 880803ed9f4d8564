import type { FastifyInstance } from 'fastify';
import { SentDocument } from '../../../contract/document.ts';
import { withoutIds } from '../../../contract/openapi/plain-schema.ts';
import { AddedSigners } from '../../../contract/signer.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { addSigners } from '../../use-cases/documents/add-signers.ts';
import { findOwnDocument } from '../../use-cases/documents/read-documents.ts';
import { sendDocument } from '../../use-cases/documents/send-document.ts';
import { readJson } from '../read-json.ts';
import type { DocumentRoute } from './request-of.ts';
import { documentRequestOf } from './request-of.ts';
import { routeOf } from './route-of.ts';

/** Add signers and send (specification, sections 4.4 and 4.5). */
export function signingRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.route<DocumentRoute>({
    ...routeOf('addSigners'),
    schema: { response: { 201: withoutIds(AddedSigners) } },
    handler: async (request, reply) => {
      const asked = documentRequestOf(request);
      const json = await readJson(request);
      if (!json.ok) {
        await findOwnDocument(deps, asked);
        throw new DomainError('invalid_request', json.problem);
      }
      reply.code(201);
      return await addSigners(deps, { ...asked, body: json.body });
    },
  });
  app.route<DocumentRoute>({
    ...routeOf('sendDocument'),
    schema: { response: { 200: withoutIds(SentDocument) } },
    handler: async (request) => await sendDocument(deps, documentRequestOf(request)),
  });
}
