import { providerFor } from '../../../domain/members/identity-domains.ts';
import { DEFAULT_QUOTAS } from '../../../domain/quotas.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import { addPasskey, passkeyCreation } from '../../../use-cases/members/add-passkey.ts';
import {
  endSessions,
  readOwn,
  removePasskey,
  switchAccount,
} from '../../../use-cases/members/own-sessions.ts';
import { textOf } from '../form.ts';
import { PASSKEY_ANSWER } from '../passkey-form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { SIGN_IN } from '../sign-in/sign-in-pages.ts';
import { HOME } from '../sign-in/where-to.ts';
import type { Visit } from '../visit.ts';
import { dropSession } from '../visit.ts';
import { ME, mePage } from './me-page.ts';
import { PASSKEYS } from './passkeys-card.ts';

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
