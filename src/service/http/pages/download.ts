import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { openDownload } from '../../use-cases/open-download.ts';
import { contentDisposition } from '../content-disposition.ts';
import { originOf } from '../origin-of.ts';
import { EXPIRED_LINK, noticePage, UNKNOWN_LINK } from './notice-page.ts';
import { sendPage } from './send-page.ts';
import type { LinkRoute } from './sign-routes.ts';

/** The signed PDF, by its temporary link. */
export function downloadRoute(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<LinkRoute>('/download/:token', { exposeHeadRoute: false }, async (request, reply) => {
    const origin = originOf(request, 'link');
    const file = await openDownload(deps, { token: request.params.token, origin });
    if (file === 'unknown') return sendPage(reply.code(404), noticePage(UNKNOWN_LINK));
    if (file === 'expired') return sendPage(reply.code(410), noticePage(EXPIRED_LINK));
    reply.type('application/pdf').header('Content-Length', file.bytes);
    reply.header('Content-Disposition', contentDisposition(file.fileName));
    return reply.send(file.stream);
  });
}
