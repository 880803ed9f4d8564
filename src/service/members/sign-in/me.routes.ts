import type { FastifyRequest } from 'fastify';
import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import type { Member } from '../../core/permissions.rules.ts';
import { DEFAULT_QUOTAS } from '../../core/quotas.rules.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { facts, timeOf } from '../../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../../web/dashboard/form.ts';
import {
  buttonForm,
  form,
  keyField,
  PASSKEY_ANSWER,
  passkeyForm,
  textField,
  textOf,
} from '../../web/dashboard/form.ts';
import type { DashboardRoutes } from '../../web/dashboard/routes.ts';
import { orAgain } from '../../web/dashboard/routes.ts';
import { table } from '../../web/dashboard/table.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { dropSession } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import { readBrowser } from '../user-agent.rules.ts';
import { CONFIRM } from './confirm.routes.ts';
import type { Own } from './own-sessions.ts';
import { endSessions, readOwn, removePasskey, switchAccount } from './own-sessions.ts';
import type { Passkey } from './passkey.rules.ts';
import { PASSKEY_NAME_LENGTH, relyingPartyOf } from './passkey.rules.ts';
import { addPasskey, passkeyCreation } from './passkeys.ts';
import type { IdentityProvider } from './provider-trip.rules.ts';
import { providerFor } from './provider-trip.rules.ts';
import type { Session } from './session.rules.ts';
import { HOME, SIGN_IN } from './sign-in.page.ts';

const { passkeys: passkeyWords } = WORDS.me;

const PASSKEYS = '/dashboard/me/passkeys';

interface ShownPasskeys {
  readonly passkeys: readonly Passkey[];
  readonly provider: Pick<IdentityProvider, 'name' | 'isOnly'> | undefined;
  readonly baseUrl: string;
  /** Limit of passkeys per person. */
  readonly most: number;
  readonly typed: TypedPasskey;
}

interface TypedPasskey {
  readonly name: string;
  readonly problems?: Problems;
}

function passkeyRow(
  visit: MemberVisit,
  { passkeyId, name, createdAt, lastUsedAt }: Passkey,
): Insert[] {
  const remove = html`<input type="hidden" name="passkey" value="${passkeyId}"><button class="quiet" aria-label="${passkeyWords.removed(name)}">${passkeyWords.remove}</button>`;
  return [
    name,
    timeOf(createdAt),
    lastUsedAt ? timeOf(lastUsedAt) : passkeyWords.never,
    form(visit, `${PASSKEYS}/remove`, remove),
  ];
}

function addPasskeyForm(visit: MemberVisit, { name: value, problems }: TypedPasskey): Html {
  const { name: label, hint, add, failed } = passkeyWords;
  const more = html` maxlength="${PASSKEY_NAME_LENGTH}" autocomplete="off"`;
  const name = textField({ name: 'name', label, hint, value, problems, required: true, more });
  const content = html`${keyField(visit)}${name}<button>${add}</button>`;
  return html`${passkeyForm({ action: PASSKEYS, kind: 'create', content, failed })}<p class="hint" data-unable>${passkeyWords.unable}</p>`;
}

/** How to add a passkey, or why that's impossible. */
function adding(visit: MemberVisit, { provider, baseUrl, typed }: ShownPasskeys): Html {
  if (provider?.isOnly) return html`<p>${passkeyWords.onlyAt(provider.name)}</p>`;
  if (!relyingPartyOf(baseUrl)) return html`<p>${passkeyWords.nowhere(baseUrl)}</p>`;
  if (visit.isConfirmed) return addPasskeyForm(visit, typed);
  return html`<p><a class="button" href="${CONFIRM}">${passkeyWords.confirmFirst}</a></p>`;
}

function passkeysCard(visit: MemberVisit, shown: ShownPasskeys): Html {
  const { name, created, lastUsed, removeIt, label, title, about } = passkeyWords;
  const heads = [name, created, lastUsed, html`<span class="unseen">${removeIt}</span>`];
  const rows = shown.passkeys.map((passkey) => passkeyRow(visit, passkey));
  return html`<section class="card" id="passkeys"><h2>${title}</h2>
<p>${about}</p>
${rows.length > 0 && html`${table(label, heads, rows)}<p class="hint">${passkeyWords.count(rows.length, shown.most)}</p>`}
${adding(visit, shown)}</section>`;
}

const { me: words } = WORDS;

const ME = '/dashboard/me';

const unseen = (text: string): Html => html`<span class="unseen">${text}</span>`;

function rowOf(visit: MemberVisit, session: Session): Insert[] {
  const { sessionId, createdAt, seenAt, ip, userAgent } = session;
  const isThis = sessionId === visit.session.sessionId;
  const badge = html` <span class="badge good">${words.sessions.thisOne}</span>`;
  const end = html`<input type="hidden" name="session" value="${sessionId}"><button class="quiet">${words.sessions.end}</button>`;
  return [
    html`<span title="${userAgent}">${browserName(userAgent)}</span>${isThis && badge}`,
    ip,
    timeOf(createdAt),
    timeOf(seenAt),
    isThis ? null : form(visit, `${ME}/end`, end),
  ];
}

function browserName(userAgent: string | null): string {
  const { browser = words.sessions.unknown, system } = readBrowser(userAgent ?? '');
  return system === undefined ? browser : words.sessions.on(browser, system);
}

const otherAccount = (visit: MemberVisit, { accountId, role }: Member): Html =>
  form(
    visit,
    `${ME}/account`,
    html`<input type="hidden" name="account" value="${accountId}"><button class="quiet">${words.goTo(accountId, role)}</button>`,
  );

type Shown = Own & ShownPasskeys;

function mePage(visit: MemberVisit, { others, sessions, ...shown }: Shown): DashboardPage {
  const { user, role, account } = visit;
  const { label, browser, address, since, seen, endIt, endAll, title } = words.sessions;
  const heads = [browser, address, since, seen, unseen(endIt)];
  const rows = sessions.map((session) => rowOf(visit, session));
  return {
    title: words.title,
    scripts: ['passkey.js'],
    content: html`<section class="card">${facts([
      [words.email, user.email],
      [words.role, role],
      [words.account, html`${account.name} <code>${account.accountId}</code>`],
    ])}${others.map((other) => otherAccount(visit, other))}</section>
${passkeysCard(visit, shown)}
<section class="card"><h2>${title}</h2>
${table(label, heads, rows)}
${buttonForm(visit, `${ME}/end-all`, { label: endAll })}</section>`,
  };
}

export function passkeyRoutes({ deps, file, action }: DashboardRoutes): void {
  const sudo = ['self.manage', 'sudo'] as const;
  file(PASSKEYS, 'self.manage', async (visit, _request, reply) =>
    reply.send(await passkeyCreation(deps, visit)),
  );
  const add = async (visit: MemberVisit, { body }: FastifyRequest) => {
    const given = { name: textOf(body, 'name'), answer: textOf(body, PASSKEY_ANSWER) };
    await addPasskey(deps, visit, given);
    return ME;
  };
  const again = (visit: MemberVisit, { body }: FastifyRequest, problems: Problems) =>
    show(deps, visit, { name: textOf(body, 'name'), problems });
  action(PASSKEYS, sudo, orAgain(add, again));
  action(`${PASSKEYS}/remove`, sudo, async (visit, { body }) => {
    await removePasskey(deps, visit, textOf(body, 'passkey'));
    return ME;
  });
}

async function show(deps: ServiceDeps, visit: MemberVisit, typed: TypedPasskey) {
  const { links, identityProviders = [], quotas = DEFAULT_QUOTAS } = deps;
  return mePage(visit, {
    ...(await readOwn(deps, visit)),
    provider: providerFor(identityProviders, visit.user.email),
    baseUrl: links.baseUrl,
    most: quotas.passkeys,
    typed,
  });
}

export function meRoutes({ deps, page, action }: DashboardRoutes): void {
  page(ME, 'self.manage', (visit) => show(deps, visit, { name: '' }));
  action(`${ME}/account`, 'self.manage', async (visit, { body }) => {
    await switchAccount(deps, visit, textOf(body, 'account'));
    return HOME;
  });
  action(`${ME}/end`, 'self.manage', async (visit, { body }) => {
    await endSessions(deps, visit, textOf(body, 'session'));
    return ME;
  });
  action(`${ME}/end-all`, 'self.manage', async (visit, _request, reply) => {
    await endSessions(deps, visit);
    dropSession(reply, deps.links.baseUrl);
    return SIGN_IN;
  });
  action('/dashboard/sign-out', 'self.manage', async (visit, _request, reply) => {
    await endSessions(deps, visit, visit.session.sessionId);
    dropSession(reply, deps.links.baseUrl);
    return SIGN_IN;
  });
}
