import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { formatFailures, replyToUnknownPaths } from '../error-replies.ts';
import { limitAccounts } from '../limits/limit-accounts.ts';
import type { RequestCounts } from '../limits/request-counts.ts';
import { requireKey } from './authenticate.ts';
import { documentRoutes } from './document-routes.ts';
import { LOGGED_FAILURES, logRequests } from './log-requests.ts';
import type { RequestLog } from './request-log.ts';

/** Adds hooks to the API that run before its own. */
export type ApiHooks = (api: FastifyInstance) => void;

interface ApiOptions {
  readonly deps: ServiceDeps;
  readonly addHooks: ApiHooks | undefined;
  readonly counts: RequestCounts;
  readonly log: RequestLog | undefined;
  /** Requests a minute; no limit by default. */
  readonly accountLimit: number | undefined;
}

/** Everything under `/api`: JSON, and a key on every request. */
export function api(app: FastifyInstance, options: ApiOptions, done: () => void): void {
  const { deps, addHooks, counts, log, accountLimit } = options;
  addHooks?.(app);
  dropUnreadableContentType(app);
  logRequests(app, deps.clock, log);
  requireKey(app, deps, counts);
  if (accountLimit !== undefined) limitAccounts(app, counts, accountLimit);
  formatFailures(app, LOGGED_FAILURES);
  replyToUnknownPaths(app);
  app.register(multipart);
  documentRoutes(app, deps);
  done();
}

/** Leaves a garbled Content-Type to the routes: Fastify would refuse it before they check anything else. */
function dropUnreadableContentType(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.mediaType) delete request.raw.headers['content-type'];
  });
}

/** A route without a key: the API's description. */
export function publicRoutes(app: FastifyInstance, _options: object, done: () => void): void {
  let description: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(openApiDocument());
    return await reply.type('application/json; charset=utf-8').send(description);
  });
  done();
}
