import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FifoMap } from 'toad-cache';
import { isRecord } from '../../../contract/is-record.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import type { Document } from '../../core/documents/document.rules.ts';
import { issueSignersCertificate } from '../../core/evidence/issue-certificate.ts';
import { holderOf } from '../../core/links/links.rules.ts';
import { keepReturn, readView } from '../../core/links/open-link.ts';
import { requestNewLink } from '../../core/links/resend-link.ts';
import { declineDocument } from '../../core/signing/decline-document.ts';
import type { RequestLog } from '../api/request-log.ts';
import { formatFailures, replyToUnknownPaths } from '../error-replies.ts';
import { contentDisposition } from '../kit/file-headers.ts';
import { isOwnForm } from '../kit/read-body.ts';
import type { RequestCounts } from '../kit/request-counts.ts';
import { ACCOUNT, DOCUMENT, parseForm, SIGNER } from '../kit/request-text.ts';
import { brandingRoutes } from './branding.ts';
import { documentRoutes } from './file-routes.ts';
import { linkIn, signPath } from './language.ts';
import { IS_TEST } from './layout.ts';
import { limitSigners, writeTooMany } from './limit-requests.ts';
import { addPageFiles, assetRoutes } from './page-files.ts';
import { ANSWER_BYTES, gatewayReturn } from './signing/gateway-return.ts';
import { ASKED, pageFailures, sendEnding, sendRefusal } from './signing/refusal.ts';
import type { LinkRoute } from './signing/sign-routes.ts';
import { signRoutes, visitOf } from './signing/sign-routes.ts';
import { textRoute } from './text-route.ts';
import { verifyRoute } from './verify-route.ts';

const MOST_SIGNERS = 10_000;

/**
 * Has the log lines of signers' pages name the document and its account, which a link does not hold:
 * they are read once per signer, after a request that succeeded.
 */
function nameDocuments(app: FastifyInstance, { store, links }: ServiceDeps): void {
  const known = new FifoMap<Pick<Document, 'documentId' | 'accountId'>>(MOST_SIGNERS);
  const find = async (signerId: string) => {
    const sent = await store.findDocumentOfSigner(signerId).catch(() => undefined);
    if (!sent) return undefined;
    const { documentId, accountId } = sent.document;
    known.set(signerId, { documentId, accountId });
    return sent.document;
  };
  app.decorateRequest(SIGNER, null);
  app.addHook('onSend', async (request, reply) => {
    const signerId =
      request.getDecorator<string | null>(SIGNER) ?? holderOf(links, linkIn(request) ?? '');
    if (signerId === undefined) return;
    const about = known.get(signerId) ?? (reply.statusCode < 400 && (await find(signerId)));
    if (!about) return;
    request.setDecorator<string | null>(ACCOUNT, about.accountId);
    request.setDecorator<string | null>(DOCUMENT, about.documentId);
  });
}

/** In the request log: instead of a key, and of an error of the API. */
const OF_A_LINK = 'signing-link';
const NOT_LISTED = 'return_origin_not_listed';

/** Lines a minute: whoever has a link could write any number into the account's log. */
const MOST_LINES = { name: 'return', max: 1 } as const;

/** Keeps the address that the link was opened with. One that is not listed changes nothing. */
function takeReturns(app: FastifyInstance, { deps, counts, log }: PagesOptions): void {
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

/** Then redirects to the signer's page, which shows the outcome. */
function declineRoute(app: FastifyInstance, deps: ServiceDeps): void {
  app.post<LinkRoute>('/sign/:token/decline', async (request, reply) => {
    if (!isOwnForm(request, deps.links.baseUrl, 'taken'))
      return await sendRefusal(deps, reply, 'foreign');
    const reason = reasonIn(request);
    const isDeclined = await declineDocument(deps, { ...visitOf(request), reason });
    const view = isDeclined || (await readView(deps, request.params.token));
    if (!view) return await sendEnding(deps, request.params.token, reply);
    return reply.redirect(signPath(request.params.token), 303);
  });
}

/** Then shows the page of the expired link, with an answer that is always the same. */
function newLinkRoute(app: FastifyInstance, deps: ServiceDeps): void {
  app.post<LinkRoute>('/sign/:token/new-link', async (request, reply) => {
    if (!isOwnForm(request, deps.links.baseUrl, 'taken'))
      return await sendRefusal(deps, reply, 'foreign');
    await requestNewLink(deps, visitOf(request));
    return reply.redirect(`${signPath(request.params.token)}?${ASKED}=1`, 303);
  });
}

function reasonIn({ body }: FastifyRequest): string {
  const reason = isRecord(body) ? body.reason : '';
  return typeof reason === 'string' ? reason : '';
}

/** The completion certificate; redirects to the page until all have signed. */
function certificateRoute(app: FastifyInstance, deps: ServiceDeps): void {
  const path = '/sign/:token/certificate';
  app.get<LinkRoute>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.params;
    const issued = await issueSignersCertificate(deps, token);
    if (!issued) return reply.redirect(signPath(token), 303);
    reply.header('Content-Disposition', contentDisposition(issued.fileName));
    return reply.type('application/pdf').send(issued.bytes);
  });
}

interface PagesOptions {
  readonly deps: ServiceDeps;
  readonly files: URL;
  readonly counts: RequestCounts;
  /** The account's; omitted where none is kept. */
  readonly log?: RequestLog | undefined;
}

export function pages(app: FastifyInstance, options: PagesOptions, done: () => void): void {
  const { deps, files, counts } = options;
  addPageFiles(app, files);
  app.decorate(IS_TEST, deps.gateways[0].isTest);
  formatFailures(app, { ...pageFailures(deps), writeTooMany: writeTooMany(deps) });
  replyToUnknownPaths(app);
  app.register(formbody, { bodyLimit: ANSWER_BYTES, parser: parseForm });
  app.register(multipart);
  limitSigners(app, deps, counts);
  nameDocuments(app, deps);
  takeReturns(app, options);
  assetRoutes(app);
  brandingRoutes(app, deps);
  signRoutes(app, deps);
  documentRoutes(app, deps);
  textRoute(app, deps);
  declineRoute(app, deps);
  newLinkRoute(app, deps);
  certificateRoute(app, deps);
  verifyRoute(app, deps, files);
  gatewayReturn(app, deps);
  done();
}
