import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shownFailure } from '../../../domain/signature.ts';
import type { BrowserForm } from '../../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import { beginSignature } from '../../../use-cases/signatures/begin-signature.ts';
import { openLink, readView } from '../../../use-cases/signatures/open-link.ts';
import { originOf } from '../../origin-of.ts';
import { securityHeaders } from '../../security-headers.ts';
import { noticePage } from '../notice-page.ts';
import { pageFilesOf, sendPage } from '../send-page.ts';
import { isForeign } from './foreign-form.ts';
import { gatewayPage } from './gateway-page.ts';
import type { LinkPage } from './link-page.ts';
import { progressOf, signPage } from './sign-page.ts';

/** A route that a signing link leads to. */
export interface LinkRoute {
  Params: { token: string };
  Querystring: { problem?: string };
}

/** A signer's own page; HEAD is how mail scanners look at links, and opens nothing. Actors are named by the use cases, which know whose link it is. */
export function signRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  const files = pageFilesOf(app);
  app.get<LinkRoute>('/sign/:token', { exposeHeadRoute: false }, async (request, reply) => {
    const view = await openLink(deps, linkOf(request));
    const { problem } = request.query;
    const told = problem === undefined ? undefined : shownFailure(String(problem));
    return sendSignPage(reply, view && { view, path: pathOf(request), problem: told, files });
  });
  app.head<LinkRoute>('/sign/:token', async (request, reply) => {
    const view = await readView(deps, request.params.token);
    return reply
      .code(view ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send();
  });
  app.get<LinkRoute>('/sign/:token/state', async (request, reply) => {
    const view = await readView(deps, request.params.token);
    reply.type('text/plain; charset=utf-8');
    return view ? progressOf(view) : reply.code(404).send('unknown-link');
  });
  app.post<LinkRoute>(
    '/sign/:token',
    async (request, reply) => await consent(deps, request, reply),
  );
}

const linkOf = (request: FastifyRequest<LinkRoute>) => ({
  token: request.params.token,
  origin: originOf(request, 'visitor'),
});

/** Where a signer's page lies; the token is base64url and needs no escaping, whatever else does. */
const pathOf = (request: FastifyRequest<LinkRoute>): string => signPath(request.params.token);

/** The path of a signer's page. */
export const signPath = (token: string): string => `/sign/${encodeURIComponent(token)}`;

function sendSignPage(reply: FastifyReply, page: LinkPage | undefined): FastifyReply {
  if (!page) return sendPage(reply.code(404), noticePage('unknown-link'));
  return sendPage(reply, signPage(page));
}

async function consent(
  deps: ServiceDeps,
  request: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isForeign(request)) return sendPage(reply.code(403), noticePage('foreign-form'));
  const path = pathOf(request);
  if (!hasAgreed(request.body)) {
    const view = await readView(deps, request.params.token);
    const files = pageFilesOf(request.server);
    return sendSignPage(reply.code(400), view && { view, path, problem: 'no-consent', files });
  }
  const next = await beginSignature(deps, { ...linkOf(request), consent: true });
  if (!next) return sendPage(reply.code(404), noticePage('unknown-link'));
  if (!('action' in next)) return reply.redirect(path, 303);
  return sendToGateway(deps, next, reply);
}

const hasAgreed = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'consent' in body && body.consent === 'yes';

function sendToGateway({ gateway, links }: ServiceDeps, form: BrowserForm, reply: FastifyReply) {
  const target = new URL(form.action).origin;
  reply.headers(securityHeaders(links.baseUrl, [target]));
  return sendPage(reply, (reader) => ({
    ...gatewayPage(form, gateway.name, reader),
    isTest: gateway.isTest,
  }));
}
