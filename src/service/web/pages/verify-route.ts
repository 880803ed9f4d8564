import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../core/deps.ts';
import { readVerifyPage } from '../../core/evidence/read-verify-page.ts';

/** For an hour: a root may be withdrawn. Then the tag saves the transfer. */
const CACHE = 'public, max-age=3600';
const NOT_MODIFIED = 304;

/** The page's own policy, and that nobody frames it, which a page cannot say itself. */
const policyIn = (html: string): string =>
  `${/Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]}; frame-ancestors 'none'`;

async function makeReady(deps: ServiceDeps, file: URL) {
  const { html, sha256 } = readVerifyPage(deps, await readFile(file, 'utf8'));
  const packed = await promisify<string, Buffer>(gzip)(html);
  return { html, packed, tag: `"${sha256}"`, policy: policyIn(html) };
}

/** Verifies files in the reader's browser. Public: it is about nobody, and asks nobody. */
export function verifyRoute(app: FastifyInstance, deps: ServiceDeps, files: URL): void {
  let ready: ReturnType<typeof makeReady> | undefined;
  app.get('/verify', async ({ headers }, reply) => {
    ready ??= makeReady(deps, new URL('verify.html', files));
    // The next request tries again.
    ready.catch(() => {
      ready = undefined;
    });
    const { html, packed, tag, policy } = await ready;
    reply.headers({ ETag: tag, 'Cache-Control': CACHE, Vary: 'Accept-Encoding' });
    if (headers['if-none-match']?.includes(tag)) return reply.code(NOT_MODIFIED).send();
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8');
    const accepted = String(headers['accept-encoding'] ?? '');
    if (!/\bgzip\b/.test(accepted)) return reply.send(html);
    return reply.header('Content-Encoding', 'gzip').send(packed);
  });
}
