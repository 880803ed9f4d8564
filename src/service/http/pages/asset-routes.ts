import type { FastifyInstance } from 'fastify';
import { ASSETS } from './assets.ts';

/** A day, in seconds: an address changes with its content, so nothing stale can show. */
const KEEP_S = 24 * 60 * 60;

/** The files that pages load. */
export function assetRoutes(app: FastifyInstance): void {
  for (const [name, { contentType, body }] of Object.entries(ASSETS)) {
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(contentType).header('Cache-Control', `public, max-age=${KEEP_S}`).send(body),
    );
  }
}
