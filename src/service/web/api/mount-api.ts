import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openApiDocument, openApiExtensions } from '../../../contract/openapi/openapi.ts';
import { documentIdOf } from '../../core/accounts/api-request.rules.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FailureFormat } from '../error-replies.ts';
import { formatFailures, JSON_FAILURES, replyToUnknownPaths } from '../error-replies.ts';
import type { RequestCounts } from '../kit/request-counts.ts';
import { DOCUMENT } from '../kit/request-text.ts';
import { documentRoutes } from './document-routes.ts';
import { extensionRoutes } from './extension-routes.ts';
import type { RequestLog } from './request-log.ts';
import { knownCallerOf, requireKey } from './require-key.ts';

const ERROR = 'errorCode';

/** Passes the API's error codes to the request log. */
const LOGGED_FAILURES: FailureFormat = {
  ...JSON_FAILURES,
  write: (failed, request) => {
    request.setDecorator(ERROR, failed.body.error);
    return JSON_FAILURES.write(failed, request);
  },
};

type Request = FastifyRequest<{ Params?: Record<string, unknown> }>;

/** Logs a request with a known caller when its response closes, also after a hang-up. */
function logRequests(app: FastifyInstance, clock: Clock, log: RequestLog | undefined): void {
  app.decorateRequest(ERROR, null);
  if (!log) return;
  app.addHook('onRequest', (request: Request, reply, done) => {
    const at = clock.now();
    reply.raw.once('close', () => {
      const caller = knownCallerOf(request);
      if (!caller) return;
      const documentId = documentIdOf(request.params?.documentId);
      log.note({
        requestId: request.id,
        accountId: caller.account.accountId,
        keyId: caller.keyId,
        at,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.raw.writableEnded ? reply.statusCode : null,
        error: request.getDecorator<string | null>(ERROR),
        durationMs: Math.round(reply.elapsedTime),
        documentId: documentId ?? request.getDecorator<string | null>(DOCUMENT),
      });
    });
    done();
  });
}

/** Adds hooks that run before the API's own. */
export type ApiHooks = (api: FastifyInstance) => void;

interface ApiOptions {
  readonly deps: ServiceDeps;
  readonly addHooks: ApiHooks | undefined;
  readonly counts: RequestCounts;
  readonly log: RequestLog | undefined;
  /** Requests a minute; unlimited by default. */
  readonly accountLimit: number | undefined;
}

/** Everything under `/api`: JSON, with a key on every request. */
export function api(app: FastifyInstance, options: ApiOptions, done: () => void): void {
  const { deps, addHooks, counts, log, accountLimit } = options;
  addHooks?.(app);
  dropUnreadableContentType(app);
  logRequests(app, deps.clock, log);
  requireKey(app, deps, { counts, accountLimit });
  formatFailures(app, LOGGED_FAILURES);
  replyToUnknownPaths(app);
  app.register(multipart);
  documentRoutes(app, deps);
  extensionRoutes(app, deps);
  done();
}

/** Drops a malformed Content-Type, which Fastify would refuse before any other check. */
function dropUnreadableContentType(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.mediaType) delete request.raw.headers['content-type'];
  });
}

/** Needs no key: the descriptions of the API and of its extensions. */
export function publicRoutes(app: FastifyInstance, _options: object, done: () => void): void {
  const described = {
    '/openapi.json': openApiDocument,
    '/openapi-extensions.json': openApiExtensions,
  };
  for (const [path, describe] of Object.entries(described)) {
    let description: string | undefined;
    app.get(path, async (_request, reply) => {
      description ??= JSON.stringify(describe());
      return await reply.type('application/json; charset=utf-8').send(description);
    });
  }
  done();
}
