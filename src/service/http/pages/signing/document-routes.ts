import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../../domain/domain-error.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import { openSigningDocument, readView } from '../../../use-cases/signatures/open-link.ts';
import { contentDisposition } from '../../content-disposition.ts';
import { noticePage } from '../notice-page.ts';
import { sendPage } from '../send-page.ts';
import type { LinkRoute } from './sign-routes.ts';
import { signPath } from './sign-routes.ts';

/** A PDF shows in the browser's own viewer, which needs styles of its own and embeds the file. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

/** What lies below a signer's page: the document that they sign, its pages' sizes, and a fresh download link. */
export function documentRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<LinkRoute>('/sign/:token/document.pdf', async (request, reply) => {
    const file = await openSigningDocument(deps, request.params.token);
    if (!file) return sendPage(reply.code(404), noticePage('unknown-link'));
    reply.type('application/pdf').header('Content-Length', file.bytes);
    reply.header('Content-Disposition', contentDisposition(file.fileName, 'inline'));
    reply.header('Content-Security-Policy', PDF_POLICY);
    return reply.send(file.stream);
  });
  app.get<LinkRoute>('/sign/:token/pages', async (request) => {
    const view = await readView(deps, request.params.token);
    if (!view) throw new DomainError('not_found', 'There is no such link.');
    return {
      sheets: view.sheets.map(({ width, height }) => [width, height]),
      places: view.places,
    };
  });
  app.get<LinkRoute>('/sign/:token/download', async (request, reply) => {
    const { token } = request.params;
    const view = await readView(deps, token);
    if (!view) return sendPage(reply.code(404), noticePage('unknown-link'));
    return reply.redirect(view.downloadUrl ?? signPath(token), 303);
  });
}
