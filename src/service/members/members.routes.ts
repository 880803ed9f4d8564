import type { FastifyRequest } from 'fastify';
import type { Html, Insert } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { Member } from '../core/permissions.rules.ts';
import { DEFAULT_QUOTAS } from '../core/quotas.rules.ts';
import type { DashboardPage } from '../web/dashboard/dashboard-shell.ts';
import { timeOf } from '../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../web/dashboard/form.ts';
import { choiceField, countIn, form, textField, textOf } from '../web/dashboard/form.ts';
import type { DashboardRoutes } from '../web/dashboard/routes.ts';
import { orAgain } from '../web/dashboard/routes.ts';
import { table } from '../web/dashboard/table.ts';
import type { MemberVisit } from '../web/dashboard/visit.ts';
import { WORDS } from '../web/dashboard/words/dashboard.words.ts';
import type { AccountEntry } from './account-trail.rules.ts';
import type { TrailPage } from './account-trail.ts';
import { readTrail } from './account-trail.ts';
import { changeRole, inviteMember, listMembers, removeMember } from './change-members.ts';

const AUDIT = '/dashboard/audit';

const targetOf = ({ target }: AccountEntry): string =>
  Object.entries(target)
    .map(([name, value]) => `${name.replace(/Id$/, '')} ${value}`)
    .join(', ');

/** Former members appear by id. */
const trailRow = (entry: AccountEntry, names: TrailPage['names']): Insert[] => [
  timeOf(entry.at),
  names.get(entry.userId) ?? entry.userId,
  html`<code>${entry.action.replace('/dashboard/', '').replace(/:\w+\//, '')}</code>`,
  targetOf(entry) && html`<span class="long">${targetOf(entry)}</span>`,
  html`<code class="long">${entry.requestId}</code>`,
];

const { title, about, heads, none } = WORDS.audit;

function auditPage({ entries, older, names }: TrailPage): DashboardPage {
  const rows = entries.map((entry) => trailRow(entry, names));
  return {
    title,
    content: html`<section class="card"><p>${about}</p>
${entries.length === 0 ? html`<p>${none}</p>` : table(title, heads, rows)}
${older && html`<p><a href="${AUDIT}?before=${older}">${WORDS.common.older}</a></p>`}</section>`,
  };
}

export function auditRoutes({ deps, page }: DashboardRoutes): void {
  page(AUDIT, 'audit.read', async (visit, { query }) => {
    const given = countIn(textOf(query, 'before')) ?? 0;
    const before = given > 0 && given < 2 ** 31 ? given : undefined;
    return auditPage(await readTrail(deps, visit, { before }));
  });
}

const MEMBERS = '/dashboard/members';

const { invitation: invited, ...words } = WORDS.members;

const idField = (userId: string): Html => html`<input type="hidden" name="user" value="${userId}">`;

function rowOf(visit: MemberVisit, { userId, email, role, createdAt }: Member): Insert[] {
  const isYou = userId === visit.user.userId;
  const choice = choiceField(
    { name: 'role', label: words.roleOf(email), value: role },
    words.roles,
  );
  const changed = html`${idField(userId)}<div class="in-row">${choice}<button class="quiet">${words.save}</button></div>`;
  const removed = html`${idField(userId)}<button class="refuse">${words.remove}</button>`;
  return [
    html`${email}${isYou && html` <span class="badge">${words.you}</span>`}`,
    form(visit, `${MEMBERS}/role`, changed),
    timeOf(createdAt),
    form(visit, `${MEMBERS}/remove`, removed),
  ];
}

interface TypedInvitation {
  readonly email: string;
  readonly role: string;
  readonly problems?: Problems;
}

const EMPTY: TypedInvitation = { email: '', role: 'support' };

const typedIn = (body: unknown) => ({ email: textOf(body, 'email'), role: textOf(body, 'role') });

const invitation = (visit: MemberVisit, { email, role, problems }: TypedInvitation): Html =>
  form(
    visit,
    MEMBERS,
    html`${textField({ name: 'email', label: invited.address, value: email, problems, type: 'email', required: true })}
${choiceField({ name: 'role', label: words.role, value: role, problems }, words.roles)}<button>${invited.button}</button>`,
  );

interface ShownMembers {
  readonly members: readonly Member[];
  readonly most: number;
  readonly typed: TypedInvitation;
}

const membersPage = (
  visit: MemberVisit,
  { members, most, typed }: ShownMembers,
): DashboardPage => ({
  title: words.title,
  content: html`<section class="card">${table(
    words.title,
    [words.email, words.role, words.since, html`<span class="unseen">${words.remove}</span>`],
    members.map((member) => rowOf(visit, member)),
  )}
<p class="hint">${words.count(members.length, most)}</p></section>
<section class="card"><h2>${invited.heading}</h2>
<p>${invited.about}</p>
${invitation(visit, typed)}</section>`,
});

/** For owners only. */
export function membersRoutes({ deps, page, action }: DashboardRoutes): void {
  const { quotas = DEFAULT_QUOTAS } = deps;
  const asked = ['members.manage', 'sudo'] as const;
  const show = async (visit: MemberVisit, typed: TypedInvitation) => {
    const members = await listMembers(deps, visit);
    return membersPage(visit, { members, most: quotas.members, typed });
  };
  page(MEMBERS, 'members.manage', (visit) => show(visit, EMPTY));
  const inviting = async (visit: MemberVisit, { body }: FastifyRequest) => {
    await inviteMember(deps, visit, typedIn(body));
    return MEMBERS;
  };
  action(
    MEMBERS,
    asked,
    orAgain(inviting, (visit, { body }, problems) => show(visit, { ...typedIn(body), problems })),
  );
  action(`${MEMBERS}/role`, asked, async (visit, { body }) => {
    await changeRole(deps, visit, { userId: textOf(body, 'user'), role: textOf(body, 'role') });
    return MEMBERS;
  });
  action(`${MEMBERS}/remove`, asked, async (visit, { body }) => {
    await removeMember(deps, visit, textOf(body, 'user'));
    return MEMBERS;
  });
}
