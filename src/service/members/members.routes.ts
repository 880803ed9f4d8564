import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { DEFAULT_QUOTAS } from '../core/quotas.rules.ts';
import { choiceField, textField } from '../web/dashboard/fields.ts';
import { form, textOf } from '../web/dashboard/form.ts';
import type { DashboardRoutes } from '../web/dashboard/routes.ts';
import type { DashboardPage } from '../web/dashboard/shell.ts';
import { timeOf } from '../web/dashboard/time.ts';
import type { Visit } from '../web/dashboard/visit.ts';
import { WORDS } from '../web/dashboard/words/words.ts';
import { changeRole, inviteMember, listMembers, removeMember } from './change-members.ts';
import type { Member } from './member.rules.ts';

const MEMBERS = '/dashboard/members';

const { invitation: invited, ...words } = WORDS.members;

const idField = (userId: string): Html => html`<input type="hidden" name="user" value="${userId}">`;

function rowOf(visit: Visit, { userId, email, role, createdAt }: Member): Html {
  const isYou = userId === visit.user.userId;
  const choice = choiceField(
    { name: 'role', label: words.roleOf(email), value: role },
    words.roles,
  );
  return html`<tr><td>${email}${isYou ? html` <span class="badge">${words.you}</span>` : null}</td>
<td>${form(visit, `${MEMBERS}/role`, html`${idField(userId)}<div class="in-row">${choice}<button class="quiet">${words.save}</button></div>`)}</td>
<td>${timeOf(createdAt)}</td>
<td>${form(visit, `${MEMBERS}/remove`, html`${idField(userId)}<button class="refuse">${words.remove}</button>`)}</td></tr>`;
}

const invitation = (visit: Visit): Html =>
  form(
    visit,
    MEMBERS,
    html`${textField({ name: 'email', label: invited.address, value: '', type: 'email', required: true })}
${choiceField({ name: 'role', label: words.role, value: 'support' }, words.roles)}<button>${invited.button}</button>`,
  );

const membersPage = (visit: Visit, members: readonly Member[], most: number): DashboardPage => ({
  title: words.title,
  content: html`<section class="card"><div class="scroll" tabindex="0" role="region" aria-label="${words.title}"><table><thead><tr><th scope="col">${words.email}</th><th scope="col">${words.role}</th><th scope="col">${words.since}</th><th scope="col"><span class="unseen">${words.remove}</span></th></tr></thead>
<tbody>${members.map((member) => rowOf(visit, member))}</tbody></table></div>
<p class="hint">${words.count(members.length, most)}</p></section>
<section class="card"><h2>${invited.heading}</h2>
<p>${invited.about}</p>
${invitation(visit)}</section>`,
});

/** For owners only. */
export function membersRoutes({ deps, page, action }: DashboardRoutes): void {
  const { quotas = DEFAULT_QUOTAS } = deps;
  const asked = ['members.manage', 'sudo'] as const;
  page(MEMBERS, 'members.manage', async (visit) =>
    membersPage(visit, await listMembers(deps, visit), quotas.members),
  );
  action(MEMBERS, asked, async (visit, { body }) => {
    const [email, role] = [textOf(body, 'email'), textOf(body, 'role')];
    await inviteMember(deps, visit, { email, role });
    return MEMBERS;
  });
  action(`${MEMBERS}/role`, asked, async (visit, { body }) => {
    await changeRole(deps, visit, { userId: textOf(body, 'user'), role: textOf(body, 'role') });
    return MEMBERS;
  });
  action(`${MEMBERS}/remove`, asked, async (visit, { body }) => {
    await removeMember(deps, visit, textOf(body, 'user'));
    return MEMBERS;
  });
}
