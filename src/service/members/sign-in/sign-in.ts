import type { ServiceDeps } from '../../core/deps.ts';
import type { BegunSession, Browser } from './begin-session.ts';
import { beginSession } from './begin-session.ts';
import { MOST_WRONG_CODES } from './session.rules.ts';
import type { SignIn } from './sessions.sql.ts';
import { isSignInCode, readSignInToken } from './sign-in.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'sessionClock' | 'links'>;

export type SignInProof =
  | { readonly token: string }
  | { readonly signInId: string; readonly code: string };

function isOpen({ usedAt, expiresAt, wrongCodes }: SignIn, now: Date): boolean {
  return usedAt === null && now < expiresAt && wrongCodes < MOST_WRONG_CODES;
}

/** Undefined once the request is over. */
export async function findSignIn(
  { store, sessionClock, links }: Deps,
  token: string,
): Promise<SignIn | undefined> {
  const signInId = readSignInToken(links, token);
  const signIn = signInId === undefined ? undefined : await store.findSignIn(signInId);
  return signIn && isOpen(signIn, sessionClock.now()) ? signIn : undefined;
}

/** The user; works once. Undefined if wrong, used or expired, or after five wrong codes. */
export async function takeProof(
  { store, sessionClock, links }: Deps,
  proof: SignInProof,
): Promise<string | undefined> {
  const signInId = 'token' in proof ? readSignInToken(links, proof.token) : proof.signInId;
  if (signInId === undefined) return undefined;
  const hasProof = 'token' in proof || isSignInCode(links, { signInId, code: proof.code });
  return await store.transaction(async (tx) => {
    const found = await tx.lockSignIn(signInId);
    if (!found || !isOpen(found, sessionClock.now())) return undefined;
    const { wrongCodes } = found;
    const change = hasProof ? { usedAt: sessionClock.now() } : { wrongCodes: wrongCodes + 1 };
    await tx.changeSignIn(signInId, change);
    return hasProof ? (found.userId ?? undefined) : undefined;
  });
}

/** Undefined for an invalid proof, or someone who is no member. */
export async function signIn(
  deps: Deps,
  proof: SignInProof,
  browser: Browser,
): Promise<BegunSession | undefined> {
  const userId = await takeProof(deps, proof);
  return userId === undefined ? undefined : await beginSession(deps, { userId }, browser);
}
