import type { FastifyInstance } from 'fastify';
import { parseUrl } from '../../contract/parse-url.ts';

/** Programs may not follow a redirect, or would drop their key on the way. */
const FOR_PROGRAMS = /^\/(api|livez|healthz|readyz)(\/|$)/;

/**
 * Redirects who opens a page at a former address to the same page at the public one: cookies,
 * passkeys and forms belong to one host. All else is served at both.
 */
export function leadFromFormerUrls(
  app: FastifyInstance,
  { formerUrls, baseUrl }: { readonly formerUrls: readonly string[]; readonly baseUrl: string },
): void {
  const hosts = new Set(formerUrls.map((url) => new URL(url).host));
  // Listed by mistake, it would lead to itself for ever
  hosts.delete(parseUrl(baseUrl)?.host ?? '');
  if (hosts.size === 0) return;
  app.addHook('onRequest', async ({ method, url, host }, reply) => {
    const isPage = (method === 'GET' || method === 'HEAD') && !FOR_PROGRAMS.test(url);
    // A target may be a whole URL (RFC 9112, section 3.2.2)
    if (!isPage || !url.startsWith('/') || !hosts.has(host)) return;
    return reply.redirect(`${baseUrl}${url}`, 307);
  });
}
