import { randomUUID } from 'node:crypto';
import { SIGN_IN_LIMITS, SIGN_IN_MS } from '../../domain/members/session.ts';
import { signInUrl } from '../../domain/members/sign-in.ts';
import type { SignIn } from '../../ports/members.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'sessionClock'>;

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
 * Mails a link and a code to the member with this address, at most five times an hour. Returns an id in any case, so that callers
 * cannot tell by it who is a member.
 */
export async function requestSignIn(
  { store, clock, sessionClock }: Deps,
  email: string,
): Promise<string> {
  const user = await store.findUser(email.trim());
  const isMember = user !== undefined && (await store.listMemberships(user.userId)).length > 0;
  if (!isMember) return randomUUID();
  const now = sessionClock.now();
  const since = new Date(now.getTime() - SIGN_IN_LIMITS.hourMs);
  const signIn = newSignIn(user.userId, now, false);
  const { userId, signInId } = signIn;
  const due = { documentId: null, signerId: null, at: clock.now() };
  await store.transaction(async (tx) => {
    if ((await tx.countSignIns(userId, since)) >= SIGN_IN_LIMITS.perHour) return;
    await tx.insertSignIn(signIn);
    await tx.queueMail({ kind: 'sign-in', signInId }, due);
  });
  return signInId;
}

/** An address that signs a user in at once, for whoever runs the service on this machine. Works once, within 15 minutes. */
export async function issueSignIn(
  { store, sessionClock, links }: Pick<ServiceDeps, 'store' | 'sessionClock' | 'links'>,
  userId: string,
): Promise<string> {
  const signIn = newSignIn(userId, sessionClock.now(), true);
  await store.transaction((tx) => tx.insertSignIn(signIn));
  return signInUrl(links, signIn.signInId);
}
