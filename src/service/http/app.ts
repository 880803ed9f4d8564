import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import fastify from 'fastify';
import { requestIdAt } from '../domain/accounts/api-request.ts';
import type { ServiceDeps } from '../use-cases/deps.ts';
import type { ApiHooks } from './api/api.ts';
import { api, publicRoutes } from './api/api.ts';
import { API_PREFIX } from './api/document-routes.ts';
import type { RequestLog } from './api/request-log.ts';
import { openRequestLog } from './api/request-log.ts';
import type { ConnectionLimits } from './connections.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  REQUEST_ID_HEADER,
  refuseGarbledRequest,
  serverOptions,
} from './connections.ts';
import type { DashboardAddition } from './dashboard/dashboard.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { failure, replyWithErrors } from './error-replies.ts';
import type { Serving } from './health.ts';
import { healthRoutes } from './health.ts';
import { limitAddresses } from './limits/limit-addresses.ts';
import { openRequestCounts } from './limits/request-counts.ts';
import type { LogChoice } from './log-options.ts';
import { logOptions } from './log-options.ts';
import { pages } from './pages/pages.ts';
import { payments } from './payments/payments.ts';
import { refuseUnstorable } from './request-text.ts';
import { securityHeaders } from './security-headers.ts';
import { SERVER_OPTIONS } from './server-options.ts';
import type { TlsIdentity } from './tls.ts';
import { isProxyIn, trustedProxies } from './trusted-proxies.ts';

/** Version, trace id, parent id and flags of `traceparent` (W3C Trace Context, section 3.2). */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** The trace that a request belongs to, by the word of a trusted proxy: anybody else could write into another's trace. */
function traceIdOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string) => boolean,
): string | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string' || !isProxy(socket.remoteAddress ?? '')) return undefined;
  return TRACEPARENT.exec(traceparent)?.[1];
}

/** A request that was answered. */
export interface AnsweredRequest {
  /** The route's template: a path would hold ids and links. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** How the service is exposed. */
export interface AppOptions {
  readonly logger: LogChoice;
  /** Networks of proxies whose `X-Forwarded-For` is believed, such as `10.1.0.0/16`; none by default. */
  readonly trustProxy?: readonly string[] | undefined;
  /** Whether API and pages are served, besides health; default true. */
  readonly isWeb?: boolean | undefined;
  /** Makes it speak HTTPS; HTTP by default. */
  readonly tls?: TlsIdentity | undefined;
  /** Those that differ from `CONNECTION_LIMITS`. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  /** Folder of the files that pages load. */
  readonly pageFiles: URL;
  readonly apiHooks?: ApiHooks | undefined;
  /** Additional pages of the dashboard; none by default. */
  readonly dashboardAddition?: DashboardAddition | undefined;
  /** Requests a minute of one account to the API; no limit by default. */
  readonly accountLimit?: number | undefined;
  /** Whether API requests are logged in the database; default true. */
  readonly hasRequestLog?: boolean | undefined;
  /** Open for ever by default. */
  readonly serving?: Serving | undefined;
  /** Called with each request that was answered. */
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
}

/**
 * The HTTP server: the API, its description and the signers' pages. Closing it drains requests.
 * @throws {InvalidProxies}
 */
export function buildApp(deps: ServiceDeps, options: AppOptions): FastifyInstance {
  const { logger, trustProxy = [], tls, serving = { isOpen: true }, isWeb = true } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.connections };
  const app = fastify({
    ...serverOptions(limits, tls),
    ...SERVER_OPTIONS,
    logger: logOptions(logger),
    trustProxy: trustedProxies(trustProxy),
    childLoggerFactory: namesTrace(trustProxy),
    // Ids sent by clients are ignored: they could forge the trail of another request.
    genReqId: () => requestIdAt(deps.clock.now(), randomUUID()),
    return503OnClosing: false,
    clientErrorHandler: refuseGarbledRequest,
  });
  limitConnections(app, limits);
  acceptAnyBody(app);
  setHeaders(app, deps);
  logRequests(app, options.onAnswered);
  replyWithErrors(app);
  refuseUnstorable(app);
  app.register(healthRoutes, { deps, serving });
  if (!isWeb) refuseAll(app);
  else serveAll(app, deps, options);
  return app;
}

/** The API, its description and the pages. */
function serveAll(app: FastifyInstance, deps: ServiceDeps, options: AppOptions): void {
  const { pageFiles, apiHooks, accountLimit, dashboardAddition: addition } = options;
  const counts = openRequestCounts(deps.store);
  app.addHook('onClose', () => counts.close());
  limitAddresses(app, counts);
  const log = options.hasRequestLog === false ? undefined : openLog(app, deps);
  app.register(api, { prefix: API_PREFIX, deps, addHooks: apiHooks, counts, log, accountLimit });
  app.register(publicRoutes);
  app.register(pages, { deps, files: pageFiles, counts });
  app.register(dashboard, { deps, files: pageFiles, counts, addition });
  app.register(payments, { deps, files: pageFiles });
}

/** Requests still in the log when the server closes are written after the last response. */
function openLog(app: FastifyInstance, { store }: Pick<ServiceDeps, 'store'>): RequestLog {
  const log = openRequestLog(store, (requests) =>
    app.log.warn({ requests }, 'requests not logged: the database was too slow or away'),
  );
  app.addHook('onClose', () => log.close());
  return log;
}

/** Refuses requests that were sent to the wrong process (RFC 9110, section 15.5.20): 404 would look as if a document were missing. */
function refuseAll(app: FastifyInstance): void {
  const message = 'This process serves neither API nor pages: it lacks the role "web".';
  app.setNotFoundHandler((_request, reply) =>
    reply.code(421).send(failure('internal_error', message).body),
  );
}

type ChildLoggers = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** Gives every line about a request the id of its trace, if a trusted proxy told one. */
function namesTrace(proxies: readonly string[]): ChildLoggers {
  const isProxy = isProxyIn(proxies);
  return (...[logger, bindings, options, request]: Parameters<ChildLoggers>) => {
    const traceId = traceIdOf(request, isProxy);
    return logger.child({ ...bindings, ...(traceId && { traceId }) }, options);
  };
}

/** Routes read bodies themselves, once they know who is calling. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** `Date` follows the clock that dates documents, which a sandbox can move: clients compare the two. */
function setHeaders(app: FastifyInstance, { clock, links }: ServiceDeps): void {
  const headers = { ...securityHeaders(links.baseUrl), 'Cache-Control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    const date = clock.now().toUTCString();
    reply.headers(headers).header('Date', date).header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

/** Logs one line a request, with the route instead of the path: a path can hold a link's token. */
function logRequests(app: FastifyInstance, onAnswered?: AppOptions['onAnswered']): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { ...requestFields(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    onAnswered?.({ route, method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}

function requestFields(request: FastifyRequest) {
  const { method, ip, routeOptions, params } = request;
  const route = routeOptions.url ?? 'unknown';
  const hasDocument = typeof params === 'object' && params !== null && 'documentId' in params;
  return { method, route, ip, ...(hasDocument ? { documentId: params.documentId } : {}) };
}
