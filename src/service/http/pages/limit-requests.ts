import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendPage } from './layout.ts';
import { noticePage } from './notice-page.ts';

const WINDOW_MS = 60_000;

/** Requests a minute: many people may sign behind one address, but a link belongs to one person. */
export const REQUEST_LIMITS = { address: 3000, link: 240 } as const;

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** The link's token in a request's path. */
function linkIn({ params }: FastifyRequest): string | undefined {
  const token = typeof params === 'object' && params !== null && 'token' in params && params.token;
  return typeof token === 'string' ? token : undefined;
}

/** Seconds to wait; undefined within the limit. */
async function waitFor(limiter: Limiter, request: FastifyRequest): Promise<number | undefined> {
  const count = await limiter(request);
  return !count.isAllowed && count.isExceeded ? count.ttlInSeconds : undefined;
}

/** Responds 429 to an address or a link with too many requests; assets are exempt. Needs `@fastify/rate-limit`. */
export function limitRequests(app: FastifyInstance): void {
  const timeWindow = WINDOW_MS;
  const byAddress = app.createRateLimit({
    max: REQUEST_LIMITS.address,
    timeWindow,
    keyGenerator: ({ ip }) => ip,
  });
  const byLink = app.createRateLimit({
    max: REQUEST_LIMITS.link,
    timeWindow,
    keyGenerator: (request) => linkIn(request) ?? '',
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/assets/')) return;
    const limiters = linkIn(request) === undefined ? [byAddress] : [byAddress, byLink];
    for (const limiter of limiters) {
      const seconds = await waitFor(limiter, request);
      if (seconds === undefined) continue;
      reply.code(429).header('Retry-After', seconds);
      return sendPage(reply, noticePage('too-many'));
    }
  });
}
