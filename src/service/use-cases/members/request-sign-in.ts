import { randomUUID } from 'node:crypto';
import { SIGN_IN_LIMITS, SIGN_IN_MS } from '../../domain/members/session.ts';
import { signInUrl } from '../../domain/members/sign-in.ts';
import type { SignIn } from '../../ports/members.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

const newSignIn = (userId: string, createdAt: Date, isDirect: boolean): SignIn => ({
  signInId: randomUUID(),
  userId,
  createdAt,
  expiresAt: new Date(createdAt.getTime() + SIGN_IN_MS),
  usedAt: null,
  wrongCodes: 0,
  isDirect,
});

/**
 * Mails a link and a code to the member with this address, at most five times an hour. The id that it returns is as good as any
 * when nobody has the address: callers cannot tell who is a member.
 */
export async function requestSignIn({ store, clock }: Deps, email: string): Promise<string> {
  const at = clock.now();
  const user = await store.findUser(email.trim());
  const isMember = user !== undefined && (await store.listMemberships(user.userId)).length > 0;
  if (!isMember) return randomUUID();
  const since = new Date(at.getTime() - SIGN_IN_LIMITS.hourMs);
  if ((await store.countSignIns(user.userId, since)) >= SIGN_IN_LIMITS.perHour) return randomUUID();
  const signIn = newSignIn(user.userId, at, false);
  const { signInId } = signIn;
  await store.transaction(async (tx) => {
    await tx.insertSignIn(signIn);
    await tx.queueMail({ kind: 'sign-in', signInId }, { documentId: null, signerId: null, at });
  });
  return signInId;
}

/** An address that signs a user in at once, for whoever runs the service on this machine. Works once, within 15 minutes. */
export async function issueSignIn(
  { store, clock, links }: Pick<ServiceDeps, 'store' | 'clock' | 'links'>,
  userId: string,
): Promise<string> {
  const signIn = newSignIn(userId, clock.now(), true);
  await store.transaction((tx) => tx.insertSignIn(signIn));
  return signInUrl(links, signIn.signInId);
}
