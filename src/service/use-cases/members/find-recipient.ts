import { isOnlyAtProvider } from '../../domain/members/identity-domains.ts';
import { SIGN_IN_LIMITS } from '../../domain/members/session.ts';
import type { SignIn, User } from '../../ports/store/members.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'sessionClock' | 'identityProviders'>;

/**
 * Who gets the mail of a request to sign in, which is theirs from then on: the member with the address that was typed, unless
 * they sign in at a provider alone, or asked five times within an hour. Undefined if nobody does, or the request is over.
 */
export async function findRecipient(deps: Deps, signInId: string): Promise<User | undefined> {
  const { store, sessionClock } = deps;
  const signIn = await store.findSignIn(signInId);
  if (!signIn || signIn.usedAt || sessionClock.now() >= signIn.expiresAt) return undefined;
  const userId = signIn.email === null ? signIn.userId : await settle(deps, signIn, signIn.email);
  return userId === null ? undefined : await store.findUserById(userId);
}

/** Decides once whose a request is, and forgets the address. */
async function settle(
  { store, identityProviders = [] }: Deps,
  { signInId, createdAt }: SignIn,
  email: string,
): Promise<string | null> {
  const user = isOnlyAtProvider(identityProviders, email) ? undefined : await store.findUser(email);
  const isMember = user !== undefined && (await store.listMemberships(user.userId)).length > 0;
  const since = new Date(createdAt.getTime() - SIGN_IN_LIMITS.hourMs);
  return await store.transaction(async (tx) => {
    const locked = await tx.lockSignIn(signInId);
    if (!locked || locked.email === null) return locked?.userId ?? null;
    const mayAsk = isMember && (await tx.countSignIns(user.userId, since)) < SIGN_IN_LIMITS.perHour;
    const userId = mayAsk ? user.userId : null;
    await tx.changeSignIn(signInId, { userId, email: null });
    return userId;
  });
}
