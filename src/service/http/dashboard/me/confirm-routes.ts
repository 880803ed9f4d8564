import type { FastifyRequest } from 'fastify';
import { html } from '../../../../html/html.ts';
import { findVisitor } from '../../../use-cases/members/find-visitor.ts';
import { requestSignIn } from '../../../use-cases/members/request-sign-in.ts';
import { signIn } from '../../../use-cases/members/sign-in.ts';
import { originOf } from '../../origin-of.ts';
import { alertOf } from '../fields.ts';
import { buttonForm, form, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import { codeField } from '../sign-in/sign-in-pages.ts';
import type { Visit } from '../visit.ts';
import { setSessionCookie } from '../visit.ts';

const CONFIRM = '/dashboard/confirm';

const askPage = (visit: Visit): DashboardPage => ({
  title: 'Confirm that it is you',
  content: html`<section class="card"><p>We send a code of six digits to ${visit.user.email}, at most five times an hour. For 10 minutes after you enter it, you can change what matters most.</p>
${buttonForm(visit, CONFIRM, { label: 'Send me a code', quiet: false })}</section>`,
});

const codePage = (visit: Visit, signInId: string, refused?: string): DashboardPage => ({
  title: 'Enter the code',
  status: refused === undefined ? 200 : 400,
  content: html`<section class="card">${alertOf(refused)}
${form(visit, `${CONFIRM}/code`, html`<input type="hidden" name="id" value="${signInId}">${codeField}<button>Confirm</button>`)}
<p><a href="${CONFIRM}">No email? Ask again.</a></p></section>`,
});

/** Confirms by a mailed code that somebody who is signed in is still the member: their session begins anew. */
export function confirmRoutes({ deps, page, action }: DashboardRoutes): void {
  const { store, links } = deps;
  page(CONFIRM, 'self.manage', async (visit, { query }: FastifyRequest) => {
    const id = textOf(query, 'id');
    return id === '' ? askPage(visit) : codePage(visit, id);
  });
  action(CONFIRM, 'self.manage', async (visit) => {
    const id = await requestSignIn(deps, visit.user.email);
    return `${CONFIRM}?${new URLSearchParams({ id })}`;
  });
  action(`${CONFIRM}/code`, 'self.manage', async (visit, request, reply) => {
    const signInId = textOf(request.body, 'id');
    const { ip, userAgent } = originOf(request, 'visitor');
    const proof = { signInId, code: textOf(request.body, 'code').trim() };
    const secret = await signIn(deps, proof, { ip, userAgent });
    const begun = secret === undefined ? undefined : await findVisitor(deps, secret);
    if (secret === undefined || begun?.user.userId !== visit.user.userId) {
      return codePage(visit, signInId, 'That code is mistyped, used, or older than 15 minutes.');
    }
    const { accountId, userId, sessionId } = visit.session;
    await store.switchAccount(begun.session.sessionId, accountId);
    await store.endSessions({ accountId, userId, sessionId });
    setSessionCookie(reply, secret, links.baseUrl);
    return '/dashboard';
  });
}
