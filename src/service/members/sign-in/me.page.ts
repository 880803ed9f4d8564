import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import { buttonForm, form } from '../../web/dashboard/form.ts';
import type { DashboardPage } from '../../web/dashboard/shell.ts';
import { facts, table } from '../../web/dashboard/table.ts';
import { timeOf } from '../../web/dashboard/time.ts';
import type { Visit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/words.ts';
import type { Member } from '../member.rules.ts';
import type { Own } from './own-sessions.ts';
import { passkeysCard } from './passkeys-card.page.ts';
import type { Session } from './session.rules.ts';

const { me: words } = WORDS;

export const ME = '/dashboard/me';

const unseen = (text: string): Html => html`<span class="unseen">${text}</span>`;

function rowOf(visit: Visit, session: Session): Insert[] {
  const { sessionId, createdAt, seenAt, ip, userAgent } = session;
  const isThis = sessionId === visit.session.sessionId;
  const badge = html` <span class="badge good">${words.sessions.thisOne}</span>`;
  const end = html`<input type="hidden" name="session" value="${sessionId}"><button class="quiet">${words.sessions.end}</button>`;
  return [
    html`${userAgent ?? words.sessions.unknown}${isThis && badge}`,
    ip,
    timeOf(createdAt),
    timeOf(seenAt),
    isThis ? null : form(visit, `${ME}/end`, end),
  ];
}

const otherAccount = (visit: Visit, { accountId, role }: Member): Html =>
  form(
    visit,
    `${ME}/account`,
    html`<input type="hidden" name="account" value="${accountId}"><button class="quiet">${words.goTo(accountId, role)}</button>`,
  );

interface Shown extends Own {
  /** The provider for the domain of their address. */
  readonly provider: Pick<IdentityProvider, 'name' | 'isOnly'> | undefined;
  readonly baseUrl: string;
  /** Limit of passkeys per person. */
  readonly most: number;
}

export function mePage(visit: Visit, { others, sessions, ...shown }: Shown): DashboardPage {
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
