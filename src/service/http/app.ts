import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify, { LogController } from 'fastify';
import type { ServiceDeps } from '../use-cases/deps.ts';
import { api } from './api/api.ts';
import { plainRoutes } from './api/plain-routes.ts';
import { API_PREFIX } from './api/route-of.ts';
import type { LogChoice } from './log-options.ts';
import { logOptions } from './log-options.ts';
import { pages } from './pages/pages.ts';
import { refuseGarbledRequest } from './refuse-garbled-request.ts';
import { newRequestId, REQUEST_ID_HEADER } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** Longest time a request may take to arrive, in milliseconds. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longest path parameter, in characters: what is longer is looked for all the same, and not found. */
const PARAMETER_LENGTH = 16_384;

/** How the service meets the outside. */
export interface AppOptions {
  readonly logger: LogChoice;
  /** Whose `X-Forwarded-For` decides the address that the audit trail records: nobody's when false. */
  readonly trustProxy: boolean | string;
  /** Folder of the files that pages load. */
  readonly pageFiles: URL;
}

/** The service's HTTP face: the API, its description, and the pages that signers see. Closing it drains requests. */
export function buildApp(deps: ServiceDeps, options: AppOptions): FastifyInstance {
  const { logger, trustProxy, pageFiles } = options;
  const app = fastify({
    logger: logOptions(logger),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy,
    genReqId: newRequestId,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    clientErrorHandler: refuseGarbledRequest,
  });
  acceptAnyBody(app);
  markAnswers(app, deps);
  logRequests(app);
  app.register(api, { prefix: API_PREFIX, deps });
  plainRoutes(app);
  app.register(pages, { deps, files: pageFiles });
  return app;
}

/** A path that cannot be decoded is no path of ours: with its percent signs escaped it is looked for, and not found. */
function decodableUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Bodies are read by the routes that want one, after they know who asks for what. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** `Date` tells the clock that documents are dated by, which a sandbox can move: clients compare the two. */
function markAnswers(app: FastifyInstance, { clock, links }: ServiceDeps): void {
  const headers = { ...securityHeaders(links.baseUrl), 'Cache-Control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    const date = clock.now().toUTCString();
    reply.headers(headers).header('Date', date).header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

/** One line a request. The route stands for the path: a path can hold a link's token. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { ...requestFields(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
}

function requestFields(request: FastifyRequest) {
  const { method, ip, routeOptions, params } = request;
  const route = routeOptions.url ?? 'unknown';
  const hasDocument = typeof params === 'object' && params !== null && 'documentId' in params;
  return { method, route, ip, ...(hasDocument ? { documentId: params.documentId } : {}) };
}
