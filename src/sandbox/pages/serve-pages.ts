import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fastify } from 'fastify';
import { isSystemError } from '../write-synced.ts';
import { STYLE, SUBMIT_SCRIPT } from './assets.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

/** Headers of every page: nothing from elsewhere, no frames, no traces. */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
};

/** The content security policy of a page whose forms go to its own origin, or to the ones named. */
export const pagePolicy = (...formActions: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formActions].join(' ')}`,
  ].join('; ');

/** A server of pages, with the style sheet, the script and careful headers; it logs nothing. */
export async function createPageServer(): Promise<FastifyInstance> {
  const app = fastify({ logger: false, bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true });
  await app.register(formbody);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...HEADERS, 'content-security-policy': pagePolicy() });
  });
  app.get('/assets/style.css', (_request, reply) => reply.type('text/css').send(STYLE));
  app.get('/assets/submit.js', (_request, reply) =>
    reply.type('text/javascript').send(SUBMIT_SCRIPT),
  );
  return app;
}

/** Answers a page. */
export const sendPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

/** Listens where it was asked to, or on a free port when that one is taken; answers the address. */
export async function listenNear(
  app: FastifyInstance,
  at: { host: string; port: number },
): Promise<string> {
  try {
    return await app.listen(at);
  } catch (error) {
    if (!isSystemError(error, 'EADDRINUSE')) throw error;
    return await app.listen({ host: at.host, port: 0 });
  }
}
