import { addPasskey, passkeyCreation } from '../../../use-cases/members/add-passkey.ts';
import { removePasskey } from '../../../use-cases/members/own-sessions.ts';
import { textOf } from '../form.ts';
import { PASSKEY_ANSWER } from '../passkey-form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { ME } from './me-page.ts';
import { PASSKEYS } from './passkeys-card.ts';

/** A member's passkeys: added and removed. */
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
