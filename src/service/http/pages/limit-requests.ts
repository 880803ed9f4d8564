import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noticePage } from './notice-page.ts';
import { sendPage } from './send-page.ts';

const WINDOW_MS = 60_000;

/** Most requests a minute: many people sign behind one address, one link is one person's. */
export const REQUEST_LIMITS = { address: 3000, link: 240 } as const;

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** The link that a request is for; the files that pages load are nobody's. */
function linkIn({ params }: FastifyRequest): string | undefined {
  const token = typeof params === 'object' && params !== null && 'token' in params && params.token;
  return typeof token === 'string' ? token : undefined;
}

/** Seconds to wait; undefined within the limit. */
async function waitFor(limiter: Limiter, request: FastifyRequest): Promise<number | undefined> {
  const count = await limiter(request);
  return !count.isAllowed && count.isExceeded ? count.ttlInSeconds : undefined;
}

/** Answers 429 to an address or a link that asks for pages too often; needs the rate limiting plug-in. */
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
