import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import type { Passkey } from './passkey.rules.ts';
import type { SignedIn } from './sessions.sql.ts';

type Deps = Pick<ServiceDeps, 'store'>;

const ownOf = (visitor: SignedIn): { accountId: string; userId: string } => ({
  accountId: permit(visitor, 'self.manage'),
  userId: visitor.user.userId,
});

export type Own = Awaited<ReturnType<typeof readOwn>>;

export async function readOwn({ store }: Deps, visitor: SignedIn) {
  const own = ownOf(visitor);
  const memberships = await store.listMemberships(own.userId);
  return {
    others: memberships.filter(({ accountId }) => accountId !== own.accountId),
    /** In this account, newest first. */
    sessions: await store.listSessions(own),
    passkeys: await store.listPasskeys(own.userId),
  };
}

/** @throws {DomainError} `not_found` if they don't belong to the account */
export async function switchAccount(
  { store }: Deps,
  visitor: SignedIn,
  accountId: string,
): Promise<void> {
  const { userId } = ownOf(visitor);
  const memberships = await store.listMemberships(userId);
  if (!memberships.some((member) => member.accountId === accountId)) {
    throw new DomainError('not_found', 'You do not belong to that account.');
  }
  await store.switchAccount(visitor.session.sessionId, accountId);
}

/** Ends one of the member's sessions; all without an id. */
export async function endSessions(
  { store }: Deps,
  visitor: SignedIn,
  sessionId?: string,
): Promise<void> {
  const own = ownOf(visitor);
  await store.endSessions({ ...own, ...(sessionId !== undefined && { sessionId }) });
}

export async function listPasskeys({ store }: Deps, visitor: SignedIn): Promise<Passkey[]> {
  const { userId } = ownOf(visitor);
  return await store.listPasskeys(userId);
}

export async function removePasskey(
  { store }: Deps,
  visitor: SignedIn,
  passkeyId: string,
): Promise<void> {
  const { userId } = ownOf(visitor);
  await store.removePasskey({ userId, passkeyId });
}
