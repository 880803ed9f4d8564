import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/domain-error.ts';
import { holderOf } from '../../domain/links.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { sendPage } from './layout.ts';
import { linkIn } from './link-path.ts';
import { sendNotice } from './notice-page.ts';
import { refusalPage } from './signing/refusal.ts';

const WINDOW_MS = 60_000;

/** Requests a minute: many people may sign behind one address, but a signer's links belong to one person. */
export const REQUEST_LIMITS = { address: 3000, link: 240 } as const;

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** The first limit that a request exceeds. */
async function excess(limiters: readonly Limiter[], request: FastifyRequest) {
  for (const limiter of limiters) {
    const count = await limiter(request);
    if (!count.isAllowed && count.isExceeded) return count;
  }
  return undefined;
}

/** True for what a person sees; the page loads the rest. */
const isPage = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' || routeOptions.url === '/sign/:token';

/**
 * Responds 429 to an address with too many requests, or to a signer whose links get too many; assets are exempt. An
 * invalid link counts for its address only. A signer's page shows the document up to twice the limit; beyond, and for what
 * pages load, nothing is read any more. Needs `@fastify/rate-limit`.
 */
export function limitRequests(app: FastifyInstance, deps: ServiceDeps): void {
  const timeWindow = WINDOW_MS;
  const holderIn = (request: FastifyRequest) => holderOf(deps.links.secret, linkIn(request) ?? '');
  const limiterOf = (max: number, keyGenerator: (request: FastifyRequest) => string): Limiter =>
    app.createRateLimit({ max, ban: max, timeWindow, keyGenerator });
  const byAddress = limiterOf(REQUEST_LIMITS.address, ({ ip }) => ip);
  const byHolder = limiterOf(REQUEST_LIMITS.link, (request) => holderIn(request) ?? '');
  const limitersOf = (request: FastifyRequest) =>
    holderIn(request) === undefined ? [byAddress] : [byAddress, byHolder];
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/assets/')) return;
    const over = await excess(limitersOf(request), request);
    if (!over) return;
    reply.code(429).header('Retry-After', over.ttlInSeconds);
    if (over.isBanned || !isPage(request)) return sendNotice(reply, 'too-many');
    const page = await refusalPage(deps, request, 'too-fast');
    return page ? sendPage(reply, page) : sendNotice(reply, 'too-many');
  });
  refuseOtherSpellings(app);
}

/** The router decodes paths and cuts them at `#`, but a link has one spelling only. */
function refuseOtherSpellings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (linkIn(request) !== undefined && /^[^?]*[%#]/.test(request.url)) {
      throw new DomainError('not_found', 'There is no such link.');
    }
  });
}
