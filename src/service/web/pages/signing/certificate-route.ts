import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../../core/deps.ts';
import { issueSignersCertificate } from '../../../core/evidence/issue-certificate.ts';
import { contentDisposition } from '../../kit/content-disposition.ts';
import { signPath } from '../link-path.ts';
import type { LinkRoute } from './sign-routes.ts';

/** The completion certificate; redirects to the page until all have signed. */
export function certificateRoute(app: FastifyInstance, deps: ServiceDeps): void {
  const path = '/sign/:token/certificate';
  app.get<LinkRoute>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.params;
    const issued = await issueSignersCertificate(deps, token);
    if (!issued) return reply.redirect(signPath(token), 303);
    reply.header('Content-Disposition', contentDisposition(issued.fileName));
    return reply.type('application/pdf').send(issued.bytes);
  });
}
