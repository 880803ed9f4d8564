import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import { requestSignIn } from '../../../use-cases/members/request-sign-in.ts';
import type { Proof } from '../../../use-cases/members/sign-in.ts';
import { findSignIn, signIn } from '../../../use-cases/members/sign-in.ts';
import type { RequestCounts } from '../../limits/request-counts.ts';
import { subjectOfAddress } from '../../limits/request-counts.ts';
import { originOf } from '../../origin-of.ts';
import { pathPart, textOf } from '../form.ts';
import { noticePage, sendDashboard } from '../shell.ts';
import { isOwnForm, setSessionCookie } from '../visit.ts';
import { addressPage, codePage, endedLinkPage, linkPage, tooOftenPage } from './sign-in-pages.ts';

/** Attempts to sign in from one address in a minute. */
export const SIGN_IN_ATTEMPTS = { name: 'sign-in', max: 20 };

const HOME = '/dashboard';

/** A path of the dashboard, and nothing else: an address may come from anybody. */
const pathIn = (to: string): string => (/^\/dashboard(\/[\w./?=&%-]*)?$/.test(to) ? to : HOME);

const FOREIGN = noticePage(403, 'You are not signed in', {
  words: 'That form did not come from this page. Open it again, and repeat it.',
  next: { path: '/dashboard/sign-in', label: 'Sign in' },
});

/** The pages that sign somebody in: by a mailed link, a mailed code, or an address that the service's own machine printed. */
export function signInRoutes(app: FastifyInstance, deps: ServiceDeps, counts: RequestCounts): void {
  const enter = async (reply: FastifyReply, proof: Proof): Promise<boolean> => {
    const { ip, userAgent } = originOf(reply.request, 'visitor');
    const secret = await signIn(deps, proof, { ip, userAgent });
    if (secret !== undefined) setSessionCookie(reply, secret, deps.links.baseUrl);
    return secret !== undefined;
  };
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return;
    if (!isOwnForm(request, deps.links.baseUrl)) return sendDashboard(reply, FOREIGN);
    const isTooOften = counts.count(SIGN_IN_ATTEMPTS, subjectOfAddress(request.ip)) !== undefined;
    return isTooOften ? sendDashboard(reply, tooOftenPage) : undefined;
  });
  app.get('/dashboard/sign-in', (request, reply) =>
    sendDashboard(reply, addressPage(pathIn(textOf(request.query, 'to')))),
  );
  app.post('/dashboard/sign-in', async ({ body }, reply) => {
    const id = await requestSignIn(deps, textOf(body, 'email'));
    const query = new URLSearchParams({ id, to: pathIn(textOf(body, 'to')) });
    return reply.redirect(`/dashboard/sign-in/code?${query}`, 303);
  });
  const askCode = (fields: unknown, reply: FastifyReply, isWrong: boolean) =>
    sendDashboard(
      reply,
      codePage({ signInId: textOf(fields, 'id'), to: pathIn(textOf(fields, 'to')), isWrong }),
    );
  app.get('/dashboard/sign-in/code', ({ query }, reply) => askCode(query, reply, false));
  app.post('/dashboard/sign-in/code', async ({ body }, reply) => {
    const proof = { signInId: textOf(body, 'id'), code: textOf(body, 'code').trim() };
    if (!(await enter(reply, proof))) return askCode(body, reply, true);
    return reply.redirect(pathIn(textOf(body, 'to')), 303);
  });
  const byLink = async (request: FastifyRequest, reply: FastifyReply) => {
    const to = textOf(request.query, 'to');
    const isIn = await enter(reply, { token: pathPart(request, 'token') });
    // A terminal still shows an address that was used: whoever is signed in goes on, others are asked to sign in
    return isIn || to ? reply.redirect(pathIn(to), 303) : sendDashboard(reply, endedLinkPage);
  };
  app.get('/dashboard/sign-in/:token', async (request, reply) => {
    const token = pathPart(request, 'token');
    const found = await findSignIn(deps, token);
    if (!found) return await byLink(request, reply);
    const isOpened = found.isDirect && request.method === 'GET';
    return isOpened ? await byLink(request, reply) : sendDashboard(reply, linkPage(token));
  });
  app.post('/dashboard/sign-in/:token', byLink);
}
