import { DomainError } from '../../../domain/domain-error.ts';
import { providerFor } from '../../../domain/members/identity-domains.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import { textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { SIGN_IN } from '../sign-in/sign-in-pages.ts';
import { HOME } from '../sign-in/where-to.ts';
import type { Visit } from '../visit.ts';
import { setSessionCookie } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { ME, mePage } from './me-page.ts';

const theirs = ({ session: { accountId, userId } }: Visit) => ({ accountId, userId });

async function show({ store, links, identityProviders = [] }: ServiceDeps, visit: Visit) {
  const { userId, email } = visit.user;
  const memberships = await store.listMemberships(userId);
  return mePage(visit, {
    others: memberships.filter(({ accountId }) => accountId !== visit.account.accountId),
    sessions: await store.listSessions(theirs(visit)),
    passkeys: await store.listPasskeys(userId),
    provider: providerFor(identityProviders, email),
    baseUrl: links.baseUrl,
  });
}

/** A member's own sessions, and the end of them. */
export function meRoutes({ deps, page, action }: DashboardRoutes): void {
  const { store } = deps;
  page(ME, 'self.manage', async (visit) => await show(deps, visit));
  action(`${ME}/account`, 'self.manage', async (visit, { body }) => {
    const accountId = textOf(body, 'account');
    const all = await store.listMemberships(visit.user.userId);
    if (!all.some((member) => member.accountId === accountId)) {
      throw new DomainError('not_found', WORDS.me.noAccount);
    }
    await store.switchAccount(visit.session.sessionId, accountId);
    return HOME;
  });
  action(`${ME}/end`, 'self.manage', async (visit, { body }) => {
    await store.endSessions({ ...theirs(visit), sessionId: textOf(body, 'session') });
    return ME;
  });
  action(`${ME}/end-all`, 'self.manage', async (visit, _request, reply) => {
    await store.endSessions(theirs(visit));
    setSessionCookie(reply, '', deps.links.baseUrl);
    return SIGN_IN;
  });
  action('/dashboard/sign-out', 'self.manage', async (visit, _request, reply) => {
    await store.endSessions({ ...theirs(visit), sessionId: visit.session.sessionId });
    setSessionCookie(reply, '', deps.links.baseUrl);
    return SIGN_IN;
  });
}
