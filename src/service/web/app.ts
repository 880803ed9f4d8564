import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import fastify from 'fastify';
import { isRecord } from '../../contract/is-record.ts';
import { payments } from '../billing/pages/payments.routes.ts';
import { requestIdAt } from '../core/accounts/api-request.rules.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { API_PREFIX } from './api/document-routes.ts';
import type { ApiHooks } from './api/mount-api.ts';
import { api, publicRoutes } from './api/mount-api.ts';
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
import type { DashboardAddition } from './dashboard/mount-dashboard.ts';
import { dashboard } from './dashboard/mount-dashboard.ts';
import { failure, replyWithErrors } from './error-replies.ts';
import { leadFromFormerUrls } from './former-urls.ts';
import type { Serving } from './health.ts';
import { healthRoutes } from './health.ts';
import { limitAddresses } from './kit/limit-addresses.ts';
import { openRequestCounts } from './kit/request-counts.ts';
import { ACCOUNT, DOCUMENT, refuseUnstorable } from './kit/request-text.ts';
import { pages } from './pages/pages.ts';
import { securityHeaders } from './security-headers.ts';
import type { TlsIdentity } from './server-options.ts';
import { SERVER_OPTIONS } from './server-options.ts';
import { isProxyIn, trustedProxies } from './trusted-proxies.ts';

/** Writes JSON lines of `level` and above, by default to standard output. */
type LogChoice =
  | 'silent'
  | { readonly level: string; readonly stream?: { write(line: string): void } };

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'token',
  'signUrl',
  'downloadUrl',
  'otp',
  'secret',
];

const MASKS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(sk_[a-z]+_|whsec_)[\w-]+/g, '$1…'],
  [/\b(bearer|basic) +[^\s"\\]+/gi, '$1 …'],
  [/\/(sign|download)\/(?!:token)[^\s"'\\/?#]+/g, '/$1/…'],
];

export function maskSecrets(text: string): string {
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}

/** Redacts secrets by field, and masks them in the finished line. */
function logOptions(choice: LogChoice): Exclude<FastifyServerOptions['logger'], undefined> {
  if (choice === 'silent') return false;
  const { level, stream } = choice;
  return {
    level,
    ...(stream ? { stream } : {}),
    base: null,
    redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
    hooks: { streamWrite: maskSecrets },
  };
}

/** `traceparent` (W3C Trace Context, section 3.2): version, trace id, parent id, flags. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** Trusts only known proxies: others could write into someone else's trace. */
function traceIdOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string) => boolean,
): string | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string' || !isProxy(socket.remoteAddress ?? '')) return undefined;
  return TRACEPARENT.exec(traceparent)?.[1];
}

export interface AnsweredRequest {
  /** The route's template: a path would hold ids and links. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface AppOptions {
  readonly logger: LogChoice;
  /** Proxies whose `X-Forwarded-For` is trusted, such as `10.1.0.0/16`; none by default. */
  readonly trustProxy?: readonly string[] | undefined;
  /** Whether to serve API and pages besides health; default true. */
  readonly isWeb?: boolean | undefined;
  /** For HTTPS; HTTP by default. */
  readonly tls?: TlsIdentity | undefined;
  /** Public URLs at which the service is still reached; none by default. */
  readonly formerUrls?: readonly string[] | undefined;
  /** Overrides of `CONNECTION_LIMITS`. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly pageFiles: URL;
  readonly apiHooks?: ApiHooks | undefined;
  /** Additional dashboard pages; none by default. */
  readonly dashboardAddition?: DashboardAddition | undefined;
  /** API requests a minute per account; unlimited by default. */
  readonly accountLimit?: number | undefined;
  /** Whether to log API requests in the database; default true. */
  readonly hasRequestLog?: boolean | undefined;
  /** Always open by default. */
  readonly serving?: Serving | undefined;
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
}

/** The HTTP server with all its routes. Closing it drains requests. @throws {InvalidProxies} */
export function buildApp(deps: ServiceDeps, options: AppOptions): FastifyInstance {
  const { logger, trustProxy = [], tls, serving = { isOpen: true }, isWeb = true } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.connections };
  const app = fastify({
    ...serverOptions(limits, tls),
    ...SERVER_OPTIONS,
    logger: logOptions(logger),
    trustProxy: trustedProxies(trustProxy),
    childLoggerFactory: namesTrace(trustProxy),
    // Ignores clients' ids: they could forge another request's trail.
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

function serveAll(app: FastifyInstance, deps: ServiceDeps, options: AppOptions): void {
  const { pageFiles, apiHooks, accountLimit, dashboardAddition: addition } = options;
  leadFromFormerUrls(app, { formerUrls: options.formerUrls ?? [], baseUrl: deps.links.baseUrl });
  const counts = openRequestCounts(deps.store);
  app.addHook('onClose', () => counts.close());
  limitAddresses(app, counts);
  const log = options.hasRequestLog === false ? undefined : openLog(app, deps);
  app.register(api, { prefix: API_PREFIX, deps, addHooks: apiHooks, counts, log, accountLimit });
  app.register(publicRoutes);
  app.get('/', (_request, reply) => reply.redirect('/dashboard', 303));
  app.register(pages, { deps, files: pageFiles, counts, log });
  app.register(dashboard, { deps, files: pageFiles, counts, addition });
  app.register(payments, { deps, files: pageFiles });
}

/** Writes the remaining requests after the last response. */
function openLog(app: FastifyInstance, { store }: Pick<ServiceDeps, 'store'>): RequestLog {
  const log = openRequestLog(store, (requests) =>
    app.log.warn({ requests }, 'requests not logged: the database was too slow or away'),
  );
  app.addHook('onClose', () => log.close());
  return log;
}

/** Responds 421 (RFC 9110, section 15.5.20): 404 would suggest a missing document. */
function refuseAll(app: FastifyInstance): void {
  const message = 'This process serves neither API nor pages: it lacks the role "web".';
  app.setNotFoundHandler((_request, reply) =>
    reply.code(421).send(failure('internal_error', message).body),
  );
}

type ChildLoggers = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** Adds the trace id to all log lines of a request, if a trusted proxy sent one. */
function namesTrace(proxies: readonly string[]): ChildLoggers {
  const isProxy = isProxyIn(proxies);
  return (...[logger, bindings, options, request]: Parameters<ChildLoggers>) => {
    const traceId = traceIdOf(request, isProxy);
    return logger.child({ ...bindings, ...(traceId && { traceId }) }, options);
  };
}

/** Routes read bodies themselves, once the caller is known. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** `Date` follows the documents' clock, which a sandbox can move: clients compare the two. */
function setHeaders(app: FastifyInstance, { clock, links }: ServiceDeps): void {
  let headers: Record<string, string> | undefined;
  app.addHook('onRequest', (request, reply, done) => {
    const date = clock.now().toUTCString();
    // Without a public URL, the address is known once the service listens.
    headers ??= { ...securityHeaders(links.baseUrl), 'Cache-Control': 'no-store' };
    reply.headers(headers).header('Date', date).header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

/** Asked every few seconds. */
const HEALTH_ROUTES: readonly string[] = ['/livez', '/healthz', '/readyz'];

/** Logs one line per request, with the route: a path can hold a link's token. */
function logRequests(app: FastifyInstance, onAnswered?: AppOptions['onAnswered']): void {
  app.decorateRequest(ACCOUNT, null);
  app.decorateRequest(DOCUMENT, null);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    request.log[HEALTH_ROUTES.includes(route) ? 'debug' : 'info'](
      { ...requestFields(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    onAnswered?.({ route, method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}

function requestFields(request: FastifyRequest) {
  const { method, ip, routeOptions, params } = request;
  const route = routeOptions.url ?? 'unknown';
  const inPath = isRecord(params) ? params.documentId : undefined;
  return {
    ...{ method, route, ip },
    accountId: request.getDecorator<string | null>(ACCOUNT) ?? undefined,
    documentId: inPath ?? request.getDecorator<string | null>(DOCUMENT) ?? undefined,
  };
}
