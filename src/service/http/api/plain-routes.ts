import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';

/** What needs no key: the API's description, and a sign of life for whoever watches the process. */
export function plainRoutes(app: FastifyInstance): void {
  let description: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(openApiDocument());
    return await reply.type('application/json; charset=utf-8').send(description);
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
}
