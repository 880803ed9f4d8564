import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ServiceDeps } from '../../core/deps.ts';
import type { Session } from './session.rules.ts';
import { endOf, SEEN_EVERY_MS, SUDO_MS } from './session.rules.ts';
import type { SignedIn } from './sessions.sql.ts';

/** Also records the visit; undefined for an expired session. */
export async function findVisitor(
  { store, sessionClock }: Pick<ServiceDeps, 'store' | 'sessionClock'>,
  secret: string,
): Promise<SignedIn | undefined> {
  const visitor = await store.findSession(hashSecret(secret));
  const now = sessionClock.now();
  if (!visitor || now >= endOf(visitor.session)) return undefined;
  const { sessionId, seenAt } = visitor.session;
  if (now.getTime() - seenAt.getTime() >= SEEN_EVERY_MS) await store.seeSession(sessionId, now);
  return visitor;
}

type Deps = Pick<ServiceDeps, 'store' | 'sessionClock'>;

const SECRET_BYTES = 32;

export interface Browser {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface Entrant {
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
  { store, sessionClock }: Deps,
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
  deps: Deps,
  { sessionId, userId, accountId }: Session,
  browser: Browser,
): Promise<BegunSession | undefined> {
  const begun = await beginSession(deps, { userId, accountId }, browser);
  await deps.store.endSessions({ accountId, userId, sessionId });
  return begun;
}
