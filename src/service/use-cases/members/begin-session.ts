import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Session } from '../../domain/members/session.ts';
import { SUDO_MS } from '../../domain/members/session.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'sessionClock'>;

const SECRET_BYTES = 32;

/** Where a session begins. */
export interface Browser {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Whose session begins. */
export interface Entrant {
  readonly userId: string;
  /** The account to show; by default, and if they do not belong to it, the one that they have belonged to longest. */
  readonly accountId?: string;
}

/** A session that has begun, and the address of its member. */
export interface Begun {
  readonly secret: string;
  readonly email: string;
}

/** SHA-256 of a session's secret: the secret itself is never stored. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Begins a session; undefined for somebody who is no member of any account. */
export async function beginSession(
  { store, sessionClock }: Deps,
  { userId, accountId }: Entrant,
  browser: Browser,
): Promise<Begun | undefined> {
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

/** Replaces the session of somebody who proved again who they are. */
export async function renewSession(
  deps: Deps,
  { sessionId, userId, accountId }: Session,
  browser: Browser,
): Promise<Begun | undefined> {
  const begun = await beginSession(deps, { userId, accountId }, browser);
  await deps.store.endSessions({ accountId, userId, sessionId });
  return begun;
}
