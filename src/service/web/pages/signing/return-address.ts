import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceDeps } from '../../../core/deps.ts';
import { keepReturn } from '../../../core/links/open-link.ts';
import type { RequestLog } from '../../api/request-log.ts';
import type { RequestCounts } from '../../kit/request-counts.ts';
import type { LinkRoute } from './sign-routes.ts';

/** In the request log: instead of a key, and of an error of the API. */
const OF_A_LINK = 'signing-link';
const NOT_LISTED = 'return_origin_not_listed';

/** Lines a minute: each link could otherwise fill the account's log. */
const MOST_LINES = { name: 'return', max: 1 } as const;

interface Returns {
  readonly deps: ServiceDeps;
  readonly counts: RequestCounts;
  readonly log?: RequestLog | undefined;
}

/** Keeps the address that the link was opened with. One that is not listed changes nothing. */
export function takeReturns(app: FastifyInstance, { deps, counts, log }: Returns): void {
  app.addHook<LinkRoute>('preHandler', async (request, reply) => {
    const { method, routeOptions, query, params } = request;
    const isOpening = method === 'GET' && routeOptions.url === '/sign/:token';
    if (!isOpening || query.return === undefined) return;
    const ignored = await keepReturn(deps, { token: params.token, address: query.return });
    if (!ignored) return;
    request.log.info({ documentId: ignored.documentId }, 'return address ignored: not listed');
    if (counts.count(MOST_LINES, params.token) !== undefined) return;
    log?.note({ ...lineOf(request, reply), ...ignored, at: deps.clock.now() });
  });
}

const lineOf = (request: FastifyRequest<LinkRoute>, reply: FastifyReply) => ({
  requestId: request.id,
  keyId: OF_A_LINK,
  method: request.method,
  route: '/sign/:token',
  status: reply.statusCode,
  error: NOT_LISTED,
  durationMs: Math.round(reply.elapsedTime),
});
