import type { FastifyInstance } from 'fastify';
import { bodyAs } from '../desk/read-request.ts';
import { LISTENERS_PATH, ListenerOrder } from './listener-face.ts';
import type { Listeners } from './open-listeners.ts';

/**
 * Adds the request that a listener keeps open: its first line says which endpoint it was given, and when the connection
 * ends for whatever reason, a crash included, the endpoint goes.
 */
export function addListenerRoutes(app: FastifyInstance, listeners: Listeners): void {
  app.addHook('preClose', () => listeners.close());
  app.post(LISTENERS_PATH, async (request, reply) => {
    const { registered, leave } = await listeners.register(bodyAs(ListenerOrder, request));
    const { raw } = reply.hijack();
    // A removal that fails is made up for by the next start
    const end = () => void leave().catch(() => undefined);
    if (raw.destroyed) return end();
    raw.once('close', end);
    raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    raw.write(`${JSON.stringify(registered)}\n`);
  });
}
