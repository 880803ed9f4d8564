import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/domain-error.ts';
import { pageFilesOf } from './send-page.ts';

/** How long browsers keep a file, in seconds: a year where its address changes with its content, else a day. */
const KEEP_VERSION = 'public, max-age=31536000, immutable';
const KEEP = 'public, max-age=86400';

/** A worker has a policy of its own: scanned pages are decoded by WebAssembly there, and nowhere else. */
const WORKER = /\.worker\.[\w.]*mjs$/;
const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

interface AssetRoute {
  Params: { '*': string };
  Querystring: { v?: string };
}

/** The files that pages load. */
export function assetRoutes(app: FastifyInstance): void {
  app.get<AssetRoute>('/assets/*', async (request, reply) => {
    const name = request.params['*'];
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const file = await pageFilesOf(app).read(name, accepted);
    if (!file) throw new DomainError('not_found', 'There is no such file.');
    if (file.encoding) reply.header('Content-Encoding', file.encoding);
    if (WORKER.test(name)) reply.header('Content-Security-Policy', WORKER_POLICY);
    reply.header('Cache-Control', request.query.v ? KEEP_VERSION : KEEP);
    return reply.type(file.contentType).header('Vary', 'Accept-Encoding').send(file.body);
  });
}
