import type { FastifyInstance } from 'fastify';
import { fastify } from 'fastify';
import { refuseUnstorable, SERVER_OPTIONS } from '../../service/index.ts';
import type { ControlOptions } from './control-handlers.ts';
import { addControlRoutes } from './control-handlers.ts';
import { guardControl, guardHost } from './request-guards.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Creates the server of the control interface: JSON over HTTP, for this machine only, authorised by the token in the data folder.
 * It is none of the service's routes, since it stops and starts the service.
 */
export function serveControl(options: ControlOptions): FastifyInstance {
  const app = fastify({
    ...SERVER_OPTIONS,
    logger: { level: 'error', stream: process.stderr },
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
  });
  app.addHook('onRequest', guardHost);
  app.addHook('onRequest', guardControl(options.token));
  refuseUnstorable(app);
  addControlRoutes(app, options);
  return app;
}
