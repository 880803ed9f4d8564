import type { ServiceDeps } from '../../core/deps.ts';
import { DEFAULT_QUOTAS } from '../../core/quotas.rules.ts';
import { textOf } from '../../web/dashboard/form.ts';
import { PASSKEY_ANSWER } from '../../web/dashboard/passkey-form.ts';
import type { DashboardRoutes } from '../../web/dashboard/routes.ts';
import type { Visit } from '../../web/dashboard/visit.ts';
import { dropSession } from '../../web/dashboard/visit.ts';
import { addPasskey, passkeyCreation } from './add-passkey.ts';
import { providerFor } from './identity-domains.rules.ts';
import { ME, mePage } from './me.page.ts';
import { endSessions, readOwn, removePasskey, switchAccount } from './own-sessions.ts';
import { PASSKEYS } from './passkeys-card.page.ts';
import { SIGN_IN } from './sign-in.page.ts';
import { HOME } from './where-to.page.ts';

export function passkeyRoutes({ deps, file, action }: DashboardRoutes): void {
  const sudo = ['self.manage', 'sudo'] as const;
  file(PASSKEYS, 'self.manage', async (visit, _request, reply) =>
    reply.send(await passkeyCreation(deps, visit)),
  );
  action(PASSKEYS, sudo, async (visit, { body }) => {
    const given = { name: textOf(body, 'name'), answer: textOf(body, PASSKEY_ANSWER) };
    await addPasskey(deps, visit, given);
    return ME;
  });
  action(`${PASSKEYS}/remove`, sudo, async (visit, { body }) => {
    await removePasskey(deps, visit, textOf(body, 'passkey'));
    return ME;
  });
}

async function show(deps: ServiceDeps, visit: Visit) {
  const { links, identityProviders = [], quotas = DEFAULT_QUOTAS } = deps;
  return mePage(visit, {
    ...(await readOwn(deps, visit)),
    provider: providerFor(identityProviders, visit.user.email),
    baseUrl: links.baseUrl,
    most: quotas.passkeys,
  });
}

export function meRoutes({ deps, page, action }: DashboardRoutes): void {
  page(ME, 'self.manage', async (visit) => await show(deps, visit));
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
