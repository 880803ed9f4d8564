import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../../../domain/domain-error.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import type { Download } from '../../../use-cases/documents/open-download.ts';
import { findDownload, openDownload } from '../../../use-cases/documents/open-download.ts';
import { openSigningDocument, readView } from '../../../use-cases/signatures/open-link.ts';
import { contentDisposition } from '../../content-disposition.ts';
import { originOf } from '../../origin-of.ts';
import { sendPage } from '../layout.ts';
import { noticePage } from '../notice-page.ts';
import type { LinkRoute } from './sign-routes.ts';
import { signPath } from './sign-routes.ts';

/** Browsers' own PDF viewers need inline styles and embed the file. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

/** The document behind a signing link: the PDF, the sizes of its pages, a fresh download link, and the download itself. */
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
  downloadRoutes(app, deps);
}

/** The signed PDF behind a temporary link. A HEAD request does not count as a download. */
function downloadRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  const path = '/download/:token';
  app.get<LinkRoute>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const found = await findDownload(deps, request.params.token);
    if (typeof found === 'string') return sendMissing(reply, found);
    const stream = await openDownload(deps, found, originOf(request, 'link'));
    return describe(reply, found).send(stream);
  });
  app.head<LinkRoute>(path, async (request, reply) => {
    const found = await findDownload(deps, request.params.token);
    return typeof found === 'string' ? sendMissing(reply, found) : describe(reply, found).send();
  });
}

function sendMissing(reply: FastifyReply, reason: 'unknown' | 'expired'): FastifyReply {
  if (reason === 'unknown') return sendPage(reply.code(404), noticePage('unknown-download'));
  return sendPage(reply.code(410), noticePage('expired-link'));
}

function describe(reply: FastifyReply, { file, fileName }: Download): FastifyReply {
  reply.header('Content-Length', file.bytes);
  reply.header('Content-Disposition', contentDisposition(fileName));
  return reply.type('application/pdf');
}
