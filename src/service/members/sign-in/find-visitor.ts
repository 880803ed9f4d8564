import type { ServiceDeps } from '../../core/deps.ts';
import { hashSecret } from './begin-session.ts';
import { endOf, SEEN_EVERY_MS } from './session.rules.ts';
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
