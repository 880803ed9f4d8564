import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ServiceDeps } from '../../core/deps.ts';
import type { Session } from './session.rules.ts';
import { endOf, MOST_WRONG_CODES, SEEN_EVERY_MS, SUDO_MS } from './session.rules.ts';
import type { SignedIn, SignIn } from './sessions.sql.ts';
import { isSignInCode, readSignInToken } from './sign-in.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'sessionClock' | 'links'>;
type SessionDeps = Omit<Deps, 'links'>;

/** Also records the visit; undefined for an expired session. */
export async function findVisitor(
  { store, sessionClock }: SessionDeps,
  secret: string,
): Promise<SignedIn | undefined> {
  const visitor = await store.findSession(hashSecret(secret));
  const now = sessionClock.now();
  if (!visitor || now >= endOf(visitor.session)) return undefined;
  const { sessionId, seenAt } = visitor.session;
  if (now.getTime() - seenAt.getTime() >= SEEN_EVERY_MS) await store.seeSession(sessionId, now);
  return visitor;
}

const SECRET_BYTES = 32;

export interface Browser {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

interface Entrant {
  readonly userId: string;
  /** The account to show; by default, and for non-members, their oldest one. */
  readonly accountId?: string;
}

export interface BegunSession {
  readonly secret: string;
  readonly email: string;
}

/** SHA-256; the secret itself is never stored. */
const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Undefined for someone who belongs to no account. */
export async function beginSession(
  { store, sessionClock }: SessionDeps,
  { userId, accountId }: Entrant,
  browser: Browser,
): Promise<BegunSession | undefined> {
  const all = await store.listMemberships(userId);
  const shown = all.find((one) => one.accountId === accountId) ?? all[0];
  if (!shown) return undefined;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const at = sessionClock.now();
  const session = {
    sessionId: randomUUID(),
    userId,
    accountId: shown.accountId,
    createdAt: at,
    seenAt: at,
    sudoUntil: new Date(at.getTime() + SUDO_MS),
    ...browser,
  };
  await store.transaction((tx) => tx.insertSession({ ...session, hash: hashSecret(secret) }));
  return { secret, email: shown.email };
}

export async function renewSession(
  deps: SessionDeps,
  { sessionId, userId, accountId }: Session,
  browser: Browser,
): Promise<BegunSession | undefined> {
  const begun = await beginSession(deps, { userId, accountId }, browser);
  await deps.store.endSessions({ accountId, userId, sessionId });
  return begun;
}

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
