import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserForm } from '../../ports/signing-gateway.ts';
import { beginSignature } from '../../use-cases/begin-signature.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { openLink, readView } from '../../use-cases/open-link.ts';
import { originOf } from '../origin-of.ts';
import { securityHeaders } from '../security-headers.ts';
import { gatewayPage } from './gateway-page.ts';
import { noticePage, UNKNOWN_LINK } from './notice-page.ts';
import { sendPage } from './send-page.ts';
import { progressOf, signPage } from './sign-page.ts';

/** A route that a signing link leads to. */
export interface LinkRoute {
  Params: { token: string };
}

const NO_CONSENT = 'Please tick the box to agree before you sign.';

/** A signer's own page; HEAD is how mail scanners look at links, and opens nothing. Actors are named by the use cases, which know whose link it is. */
export function signRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<LinkRoute>('/sign/:token', { exposeHeadRoute: false }, async (request, reply) => {
    const view = await openLink(deps, linkOf(request));
    if (!view) return sendPage(reply.code(404), noticePage(UNKNOWN_LINK));
    return sendPage(reply, signPage({ view, path: pathOf(request) }));
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

async function consent(
  deps: ServiceDeps,
  request: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = pathOf(request);
  if (!hasAgreed(request.body)) {
    const view = await readView(deps, request.params.token);
    if (!view) return sendPage(reply.code(404), noticePage(UNKNOWN_LINK));
    return sendPage(reply.code(400), signPage({ view, path, problem: NO_CONSENT }));
  }
  const next = await beginSignature(deps, { ...linkOf(request), consent: true });
  if (!next) return sendPage(reply.code(404), noticePage(UNKNOWN_LINK));
  if (!('action' in next)) return reply.redirect(path, 303);
  return sendToGateway(deps, next, reply);
}

const hasAgreed = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'consent' in body && body.consent === 'yes';

function sendToGateway({ gateway, links }: ServiceDeps, form: BrowserForm, reply: FastifyReply) {
  const target = new URL(form.action).origin;
  reply.headers(securityHeaders(links.baseUrl, [target]));
  return sendPage(reply, { ...gatewayPage(form, gateway.name), isTest: gateway.isTest });
}
