import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceDeps } from '../../../core/deps.ts';
import { readView } from '../../../core/links/open-link.ts';
import { declineDocument } from '../../../core/signing/decline-document.ts';
import { signPath } from '../link-path.ts';
import { sendEnding, sendRefusal } from './refusal.ts';
import type { LinkRoute } from './sign-routes.ts';
import { isForeign, visitOf } from './sign-routes.ts';

/** Then redirects to the signer's page, which shows the outcome. */
export function declineRoute(app: FastifyInstance, deps: ServiceDeps): void {
  app.post<LinkRoute>('/sign/:token/decline', async (request, reply) => {
    if (isForeign(request, deps.links.baseUrl)) return await sendRefusal(deps, reply, 'foreign');
    const reason = reasonIn(request);
    const isDeclined = await declineDocument(deps, { ...visitOf(request), reason });
    const view = isDeclined || (await readView(deps, request.params.token));
    if (!view) return await sendEnding(deps, request.params.token, reply);
    return reply.redirect(signPath(request.params.token), 303);
  });
}

function reasonIn({ body }: FastifyRequest): string {
  const hasReason = typeof body === 'object' && body !== null && 'reason' in body;
  return hasReason && typeof body.reason === 'string' ? body.reason : '';
}
