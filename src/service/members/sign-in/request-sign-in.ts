import { randomUUID } from 'node:crypto';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Caller } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import type { StoreTransaction } from '../../store/store.ts';
import { isOnlyAtProvider } from './provider-trip.rules.ts';
import { knownBrowser, SIGN_IN_MS } from './session.rules.ts';
import type { SignedIn, SignIn } from './sessions.sql.ts';
import type { Asker } from './sign-in.rules.ts';
import { askerOf, signInAllowances, signInUrl } from './sign-in.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'sessionClock' | 'links' | 'identityProviders'>;

type Whose = Pick<SignIn, 'userId' | 'email' | 'isDirect' | keyof Asker>;

const newSignIn = (createdAt: Date, whose: Whose): SignIn => ({
  signInId: randomUUID(),
  createdAt,
  expiresAt: new Date(createdAt.getTime() + SIGN_IN_MS),
  usedAt: null,
  wrongCodes: 0,
  ...whose,
});

/** Longest address stored (RFC 5321, section 4.5.3.1.3). */
const ADDRESS_LENGTH = 254;

/** Makes typed text storable. */
const typed = (email: string): string => email.replaceAll('\0', '').trim().slice(0, ADDRESS_LENGTH);

async function insert(tx: StoreTransaction, signIn: SignIn, at: Date): Promise<void> {
  const { signInId } = signIn;
  await tx.insertSignIn(signIn);
  await tx.queueMail({ kind: 'sign-in', signInId }, { documentId: null, signerId: null, at });
}

interface SignInRequest {
  readonly email: string;
  /** Cookie of members who signed in on this browser; empty by default. */
  readonly known?: string | undefined;
  /** The network's address, for allowances. */
  readonly network: string;
}

/**
 * Who may get a mail is decided when it's written (`findRecipient`): neither the answer nor its
 * time reveals who is a member.
 */
export async function requestSignIn(
  { store, clock, sessionClock, links }: Pick<Deps, 'store' | 'clock' | 'sessionClock' | 'links'>,
  { known = '', network, ...request }: SignInRequest,
): Promise<string> {
  const email = typed(request.email);
  const browser = knownBrowser(links, known, email);
  const asker = browser === undefined ? askerOf('address', network) : askerOf('browser', browser);
  const whose = { userId: null, email, isDirect: false, ...asker };
  const signIn = newSignIn(sessionClock.now(), whose);
  await store.transaction((tx) => insert(tx, signIn, clock.now()));
  return signIn.signInId;
}

/**
 * Returns the request's id or, after an hour's mails, when the next is available.
 * @throws {DomainError} `invalid_state` for a member who signs in only at a provider
 */
export async function requestConfirmation(
  deps: Pick<Deps, 'store' | 'clock' | 'sessionClock' | 'identityProviders'>,
  caller: Caller & Pick<SignedIn, 'user' | 'session'>,
): Promise<{ readonly signInId: string } | { readonly from: Date }> {
  permit(caller, 'self.manage');
  const { store, clock, sessionClock, identityProviders = [] } = deps;
  const { userId, email } = caller.user;
  if (isOnlyAtProvider(identityProviders, email)) {
    throw new DomainError(
      'invalid_state',
      'No code was sent: members with your address confirm at their identity provider. Go back, and use it.',
    );
  }
  const now = sessionClock.now();
  const asker = askerOf('session', caller.session.sessionId);
  const signIn = newSignIn(now, { userId, email: null, isDirect: false, ...asker });
  return await store.transaction(async (tx) => {
    const usedUp = await tx.takeAllowances(signInAllowances(email, asker), now);
    if (usedUp) return { from: usedUp.from };
    await insert(tx, signIn, clock.now());
    return { signInId: signIn.signInId };
  });
}

const NOBODY = { askerKind: null, asker: null };

/** A direct sign-in link, for operators on this machine. Works once, within 15 minutes. */
export async function issueSignIn(
  { store, sessionClock, links }: Pick<ServiceDeps, 'store' | 'sessionClock' | 'links'>,
  userId: string,
): Promise<string> {
  const whose = { userId, email: null, isDirect: true, ...NOBODY };
  const signIn = newSignIn(sessionClock.now(), whose);
  await store.transaction((tx) => tx.insertSignIn(signIn));
  return signInUrl(links, signIn.signInId);
}
