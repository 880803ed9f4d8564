import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/extensions/extensions.ts';
import { EXTENSION_NAMES } from '../../../contract/extensions/names.ts';
import { isRecord } from '../../../contract/is-record.ts';
import { withoutIds } from '../../../contract/openapi/plain-schema.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { findText } from '../../core/documents/find-text.ts';
import { findOwnDocument } from '../../core/documents/read-documents.ts';
import { setExternalId } from '../../core/documents/set-external-id.ts';
import { withdrawDocument } from '../../core/documents/withdraw-document.ts';
import { readTimeline } from '../../core/finding/read-history.ts';
import { searchDocuments } from '../../core/finding/search-documents.ts';
import { resendLink } from '../../core/links/resend-link.ts';
import type { DocumentRoute } from './document-routes.ts';
import { documentRequest, readOwnJson, routeOf } from './document-routes.ts';
import { callerOf } from './require-key.ts';

interface SignerRoute {
  Params: { documentId: string; signerId?: string };
}

const answers = (schema: object) => ({ response: { 200: withoutIds(schema) } });

/** Recorded in the trail. */
const orderOf = (request: FastifyRequest<DocumentRoute>) => {
  return { ...documentRequest(request), apiKey: callerOf(request).keyPrefix };
};

/** What is beside the specification. */
export function extensionRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.route({
    ...routeOf('listExtensions'),
    schema: answers(contract.Extensions),
    handler: async () => ({ extensions: EXTENSION_NAMES }),
  });
  app.route<{ Querystring: Record<string, unknown> }>({
    ...routeOf('searchDocuments'),
    schema: answers(contract.SearchResult),
    handler: async (request) => await searchDocuments(deps, callerOf(request), request.query),
  });
  app.route<DocumentRoute>({
    ...routeOf('retrieveTimeline'),
    schema: answers(contract.Timeline),
    handler: async (request) =>
      await readTimeline(deps, callerOf(request), request.params.documentId),
  });
  app.route<DocumentRoute>({
    ...routeOf('findText'),
    schema: answers(contract.FoundTexts),
    handler: async (request) => {
      const body = await readOwnJson(deps, request);
      const { documentId } = request.params;
      return await findText(deps, callerOf(request), { documentId, body });
    },
  });
  app.route<DocumentRoute>({
    ...routeOf('setExternalId'),
    schema: answers(contract.ExternalId),
    handler: async (request) => {
      const body = await readOwnJson(deps, request);
      return await setExternalId(deps, callerOf(request), { ...documentRequest(request), body });
    },
  });
  endingRoutes(app, deps);
}

function endingRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.route<DocumentRoute>({
    ...routeOf('withdrawDocument'),
    schema: answers(contract.WithdrawnDocument),
    handler: async (request) => {
      const caller = callerOf(request);
      const { documentId } = request.params;
      const body = await readOwnJson(deps, request);
      await findOwnDocument(deps, caller, documentId);
      const given = isRecord(body) ? body.reason : '';
      const reason = typeof given === 'string' ? given : '';
      await withdrawDocument(deps, caller, { ...orderOf(request), reason });
      // Of which the schema keeps what the response has.
      return await readTimeline(deps, caller, documentId);
    },
  });
  for (const name of ['resendLink', 'resendToSigner'] as const) {
    app.route<SignerRoute>({
      ...routeOf(name),
      schema: answers(contract.ResentLink),
      handler: async (request) => {
        const { documentId, signerId } = request.params;
        const order = { ...orderOf(request), signerId };
        const { linksUntil, ...signer } = await resendLink(deps, callerOf(request), order);
        return { documentId, signer, linksUntil: linksUntil.toISOString() };
      },
    });
  }
}
