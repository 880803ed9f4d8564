import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { issueCertificate } from '../../use-cases/documents/issue-certificate.ts';
import { contentDisposition } from '../content-disposition.ts';
import type { DocumentRoute } from './request-of.ts';
import { documentRequestOf } from './request-of.ts';
import { routeOf } from './route-of.ts';

/** The completion certificate (specification, section 4.6). */
export function certificateRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.route<DocumentRoute>({
    ...routeOf('downloadCertificate'),
    handler: async (request, reply) => {
      const certificate = await issueCertificate(deps, documentRequestOf(request));
      reply.type('application/pdf');
      reply.header('Content-Disposition', contentDisposition(certificate.fileName));
      return await reply.send(certificate.bytes);
    },
  });
}
