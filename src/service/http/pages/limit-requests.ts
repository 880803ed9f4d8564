import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/domain-error.ts';
import { holderOf } from '../../domain/links.ts';
import { sendNotice } from './notice-page.ts';

const WINDOW_MS = 60_000;

/** Requests a minute: many people may sign behind one address, but a signer's links belong to one person. */
export const REQUEST_LIMITS = { address: 3000, link: 240 } as const;

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** The link's token in a request's path, decoded. */
function linkIn({ params }: FastifyRequest): string | undefined {
  const token = typeof params === 'object' && params !== null && 'token' in params && params.token;
  return typeof token === 'string' ? token : undefined;
}

/** Seconds to wait; undefined within the limit. */
async function waitFor(limiter: Limiter, request: FastifyRequest): Promise<number | undefined> {
  const count = await limiter(request);
  return !count.isAllowed && count.isExceeded ? count.ttlInSeconds : undefined;
}

/**
 * Responds 429 to an address with too many requests, or to a signer whose links get too many; assets are exempt. An
 * invalid link counts for its address only. Needs `@fastify/rate-limit`.
 */
export function limitRequests(app: FastifyInstance, linkSecret: Buffer): void {
  const timeWindow = WINDOW_MS;
  const holderIn = (request: FastifyRequest) => holderOf(linkSecret, linkIn(request) ?? '');
  const byAddress = app.createRateLimit({
    max: REQUEST_LIMITS.address,
    timeWindow,
    keyGenerator: ({ ip }) => ip,
  });
  const byHolder = app.createRateLimit({
    max: REQUEST_LIMITS.link,
    timeWindow,
    keyGenerator: (request) => holderIn(request) ?? '',
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/assets/')) return;
    const limiters = holderIn(request) === undefined ? [byAddress] : [byAddress, byHolder];
    for (const limiter of limiters) {
      const seconds = await waitFor(limiter, request);
      if (seconds === undefined) continue;
      reply.code(429).header('Retry-After', seconds);
      return sendNotice(reply, 'too-many');
    }
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
