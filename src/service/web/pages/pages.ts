import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecord } from '../../../contract/is-record.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { issueSignersCertificate } from '../../core/evidence/issue-certificate.ts';
import { readView } from '../../core/links/open-link.ts';
import { requestNewLink } from '../../core/links/resend-link.ts';
import { declineDocument } from '../../core/signing/decline-document.ts';
import type { RequestLog } from '../api/request-log.ts';
import { formatFailures, replyToUnknownPaths } from '../error-replies.ts';
import { contentDisposition } from '../kit/file-headers.ts';
import { isOwnForm } from '../kit/read-body.ts';
import type { RequestCounts } from '../kit/request-counts.ts';
import { parseForm } from '../kit/request-text.ts';
import { brandingRoutes } from './branding.ts';
import { documentRoutes } from './file-routes.ts';
import { signPath } from './language.ts';
import { IS_TEST } from './layout.ts';
import { limitSigners, writeTooMany } from './limit-requests.ts';
import { nameDocuments } from './name-documents.ts';
import { addPageFiles, assetRoutes } from './page-files.ts';
import { ANSWER_BYTES, gatewayReturn } from './signing/gateway-return.ts';
import { ASKED, pageFailures, sendEnding, sendRefusal } from './signing/refusal.ts';
import { takeReturns } from './signing/return-address.ts';
import type { LinkRoute } from './signing/sign-routes.ts';
import { signRoutes, visitOf } from './signing/sign-routes.ts';
import { textRoute } from './text-route.ts';
import { verifyRoute } from './verify-route.ts';

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
