import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { requireKey } from '../plugins/authenticate.ts';
import { JSON_FAILURES, replyWithErrors } from '../plugins/error-replies.ts';
import { certificateRoutes } from './certificates.ts';
import { documentRoutes } from './documents.ts';
import { signingRoutes } from './signing.ts';

/** Everything under `/api`: JSON, and a key on every request. */
export function api(
  app: FastifyInstance,
  { deps }: { readonly deps: ServiceDeps },
  done: () => void,
): void {
  dropUnreadableContentType(app);
  requireKey(app, deps);
  replyWithErrors(app, JSON_FAILURES);
  app.register(multipart);
  documentRoutes(app, deps);
  signingRoutes(app, deps);
  certificateRoutes(app, deps);
  done();
}

/** Leaves the judgement of a garbled Content-Type to the routes: Fastify would refuse it before they look. */
function dropUnreadableContentType(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.mediaType) delete request.raw.headers['content-type'];
  });
}
