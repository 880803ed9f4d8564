import { randomUUID } from 'node:crypto';
import { SIGN_IN_MS } from '../../domain/members/session.ts';
import { signInUrl } from '../../domain/members/sign-in.ts';
import type { SignIn } from '../../ports/store/members.ts';
import type { ServiceDeps } from '../deps.ts';

type Whose = Pick<SignIn, 'userId' | 'email' | 'isDirect'>;

const newSignIn = (createdAt: Date, whose: Whose): SignIn => ({
  signInId: randomUUID(),
  createdAt,
  expiresAt: new Date(createdAt.getTime() + SIGN_IN_MS),
  usedAt: null,
  wrongCodes: 0,
  ...whose,
});

/** Longest address that is stored (RFC 5321, section 4.5.3.1.3). */
const ADDRESS_LENGTH = 254;

/** Text that the database takes, however an address was typed. */
const typed = (email: string): string => email.replaceAll('\0', '').trim().slice(0, ADDRESS_LENGTH);

/**
 * Notes that somebody wants a link and a code to sign in. Whose address it is, is looked up when the mail is written
 * (`findRecipient`): neither the answer nor the time that it takes tells callers who is a member.
 */
export async function requestSignIn(
  { store, clock, sessionClock }: Pick<ServiceDeps, 'store' | 'clock' | 'sessionClock'>,
  email: string,
): Promise<string> {
  const whose = { userId: null, email: typed(email), isDirect: false };
  const signIn = newSignIn(sessionClock.now(), whose);
  const { signInId } = signIn;
  const due = { documentId: null, signerId: null, at: clock.now() };
  await store.transaction(async (tx) => {
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
  const signIn = newSignIn(sessionClock.now(), { userId, email: null, isDirect: true });
  await store.transaction((tx) => tx.insertSignIn(signIn));
  return signInUrl(links, signIn.signInId);
}
