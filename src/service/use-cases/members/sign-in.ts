import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { SIGN_IN_LIMITS, SUDO_MS } from '../../domain/members/session.ts';
import { isSignInCode, readSignInToken } from '../../domain/members/sign-in.ts';
import type { SignIn } from '../../ports/members.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'sessionClock' | 'links'>;

const SECRET_BYTES = 32;

/** Where a session begins. */
export interface Browser {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** What somebody has who wants to sign in: the token of an address, or the code for an id. */
export type Proof =
  | { readonly token: string }
  | { readonly signInId: string; readonly code: string };

/** SHA-256 of a session's secret: the secret itself is never stored. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function isOpen({ usedAt, expiresAt, wrongCodes }: SignIn, now: Date): boolean {
  return usedAt === null && now < expiresAt && wrongCodes < SIGN_IN_LIMITS.wrongCodes;
}

/** The request to sign in that a token belongs to, unless it is over. */
export async function findSignIn(
  { store, sessionClock, links }: Deps,
  token: string,
): Promise<SignIn | undefined> {
  const signInId = readSignInToken(links, token);
  const signIn = signInId === undefined ? undefined : await store.findSignIn(signInId);
  return signIn && isOpen(signIn, sessionClock.now()) ? signIn : undefined;
}

/**
 * Signs somebody in, once for a request: returns the secret of their new session. Undefined if the link or the code is wrong, used
 * or too old, after five wrong codes, or when they are no member of any account.
 */
export async function signIn(
  { store, sessionClock, links }: Deps,
  proof: Proof,
  browser: Browser,
): Promise<string | undefined> {
  const signInId = 'token' in proof ? readSignInToken(links, proof.token) : proof.signInId;
  if (signInId === undefined) return undefined;
  const hasProof = 'token' in proof || isSignInCode(links, { signInId, code: proof.code });
  const userId = await store.transaction(async (tx) => {
    const found = await tx.lockSignIn(signInId);
    if (!found || !isOpen(found, sessionClock.now())) return undefined;
    const { wrongCodes } = found;
    const change = hasProof ? { usedAt: sessionClock.now() } : { wrongCodes: wrongCodes + 1 };
    await tx.changeSignIn(signInId, change);
    return hasProof ? found.userId : undefined;
  });
  return userId === undefined
    ? undefined
    : await beginSession({ store, sessionClock }, userId, browser);
}

/** Begins a session in the account that somebody has belonged to longest. */
async function beginSession(
  { store, sessionClock }: Pick<Deps, 'store' | 'sessionClock'>,
  userId: string,
  browser: Browser,
): Promise<string | undefined> {
  const [first] = await store.listMemberships(userId);
  if (!first) return undefined;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const at = sessionClock.now();
  const session = {
    sessionId: randomUUID(),
    userId,
    accountId: first.accountId,
    createdAt: at,
    seenAt: at,
    sudoUntil: new Date(at.getTime() + SUDO_MS),
    ...browser,
  };
  await store.transaction((tx) => tx.insertSession({ ...session, hash: hashSecret(secret) }));
  return secret;
}
