import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import type { Download } from '../../use-cases/documents/open-download.ts';
import { findDownload, openDownload } from '../../use-cases/documents/open-download.ts';
import { contentDisposition } from '../content-disposition.ts';
import { originOf } from '../origin-of.ts';
import { noticePage } from './notice-page.ts';
import { sendPage } from './send-page.ts';
import type { LinkRoute } from './signing/sign-routes.ts';

const PATH = '/download/:token';

/** The signed PDF, by its temporary link; HEAD tells what it is, and is no download. */
export function downloadRoute(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<LinkRoute>(PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const found = await findDownload(deps, request.params.token);
    if (typeof found === 'string') return sendMissing(reply, found);
    const stream = await openDownload(deps, found, originOf(request, 'link'));
    return describe(reply, found).send(stream);
  });
  app.head<LinkRoute>(PATH, async (request, reply) => {
    const found = await findDownload(deps, request.params.token);
    return typeof found === 'string' ? sendMissing(reply, found) : describe(reply, found).send();
  });
}

function sendMissing(reply: FastifyReply, why: 'unknown' | 'expired'): FastifyReply {
  if (why === 'unknown') return sendPage(reply.code(404), noticePage('unknown-link'));
  return sendPage(reply.code(410), noticePage('expired-link'));
}

function describe(reply: FastifyReply, { file, fileName }: Download): FastifyReply {
  reply.header('Content-Length', file.bytes);
  reply.header('Content-Disposition', contentDisposition(fileName));
  return reply.type('application/pdf');
}
