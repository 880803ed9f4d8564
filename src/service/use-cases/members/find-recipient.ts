import { isOnlyAtProvider } from '../../domain/members/identity-domains.ts';
import type { User } from '../../domain/members/member.ts';
import type { Asker } from '../../domain/members/sign-in-allowances.ts';
import { askerOf, signInAllowances } from '../../domain/members/sign-in-allowances.ts';
import type { SignIn } from '../../store/members/sign-ins.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'sessionClock' | 'identityProviders'>;

/**
 * Who gets the mail of a request to sign in, which is theirs from then on: the member with the address that was typed, unless
 * they sign in at a provider alone, or the mails of an hour are used up. Undefined if nobody does, or the request is over.
 */
export async function findRecipient(deps: Deps, signInId: string): Promise<User | undefined> {
  const { store, sessionClock } = deps;
  const signIn = await store.findSignIn(signInId);
  if (!signIn || signIn.usedAt || sessionClock.now() >= signIn.expiresAt) return undefined;
  const userId = signIn.email === null ? signIn.userId : await settle(deps, signIn, signIn.email);
  return userId === null ? undefined : await store.findUserById(userId);
}

/** Of a request that a former release stored, it is not known who asked. */
const askerIn = ({ askerKind, asker }: SignIn): Asker =>
  askerKind && asker ? { askerKind, asker } : askerOf('address', '');

/** Decides once whose a request is, and forgets the address. */
async function settle(
  { store, sessionClock, identityProviders = [] }: Deps,
  { signInId }: SignIn,
  email: string,
): Promise<string | null> {
  const user = isOnlyAtProvider(identityProviders, email) ? undefined : await store.findUser(email);
  const isMember = user !== undefined && (await store.listMemberships(user.userId)).length > 0;
  return await store.transaction(async (tx) => {
    const locked = await tx.lockSignIn(signInId);
    if (!locked || locked.email === null) return locked?.userId ?? null;
    const mayAsk =
      isMember &&
      !(await tx.takeAllowances(signInAllowances(user.email, askerIn(locked)), sessionClock.now()));
    const userId = mayAsk ? user.userId : null;
    await tx.changeSignIn(signInId, { userId, email: null });
    return userId;
  });
}
