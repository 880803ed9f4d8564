import { html } from '../../../../html/html.ts';
import type { Session } from '../../../domain/members/session.ts';
import { buttonForm, form, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';
import { setSessionCookie } from '../visit.ts';

const ME = '/dashboard/me';

const rowOf = (visit: Visit, { sessionId, createdAt, seenAt, ip, userAgent }: Session) => {
  const isThis = sessionId === visit.session.sessionId;
  const end = html`<input type="hidden" name="session" value="${sessionId}"><button class="quiet">End</button>`;
  return html`<tr><td>${userAgent ?? 'Unknown browser'}${isThis ? html` <span class="badge good">this one</span>` : null}</td>
<td>${ip}</td><td>${timeOf(createdAt)}</td><td>${timeOf(seenAt)}</td>
<td>${isThis ? null : form(visit, `${ME}/end`, end)}</td></tr>`;
};

function mePage(visit: Visit, sessions: readonly Session[]): DashboardPage {
  const { email } = visit.user;
  return {
    title: 'You',
    content: html`<section class="card"><dl class="facts"><dt>Email</dt><dd>${email}</dd><dt>Role</dt><dd>${visit.role}</dd><dt>Account</dt><dd>${visit.account.name} <code>${visit.account.accountId}</code></dd></dl></section>
<section class="card"><h2>Where you are signed in</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Sessions"><table><thead><tr><th scope="col">Browser</th><th scope="col">Address</th><th scope="col">Since</th><th scope="col">Last seen</th><th scope="col"><span class="unseen">End it</span></th></tr></thead>
<tbody>${sessions.map((session) => rowOf(visit, session))}</tbody></table></div>
${buttonForm(visit, `${ME}/end-all`, { label: 'Sign out everywhere' })}</section>`,
  };
}

/** A member's own sessions, and the end of them. */
export function meRoutes({ deps, page, action }: DashboardRoutes): void {
  const { store } = deps;
  const leave = '/dashboard/sign-in';
  const theirs = ({ session: { accountId, userId } }: Visit) => ({ accountId, userId });
  page(ME, 'self.manage', async (visit) => mePage(visit, await store.listSessions(theirs(visit))));
  action(`${ME}/end`, 'self.manage', async (visit, { body }) => {
    await store.endSessions({ ...theirs(visit), sessionId: textOf(body, 'session') });
    return ME;
  });
  action(`${ME}/end-all`, 'self.manage', async (visit, _request, reply) => {
    await store.endSessions(theirs(visit));
    setSessionCookie(reply, '', deps.links.baseUrl);
    return leave;
  });
  action('/dashboard/sign-out', 'self.manage', async (visit, _request, reply) => {
    await store.endSessions({ ...theirs(visit), sessionId: visit.session.sessionId });
    setSessionCookie(reply, '', deps.links.baseUrl);
    return leave;
  });
}
