import { and, asc, count, eq, lte } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { isUuid } from '../../store/documents/documents.sql.ts';
import { passkeys, spentChallenges, users } from '../../store/schema/members.tables.ts';
import type { Passkey } from './passkey.rules.ts';

/** Adds a passkey; false if its credential is known. */
export async function insertPasskey(db: Transaction, passkey: Passkey): Promise<boolean> {
  const added = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ passkeyId: passkeys.passkeyId });
  return added.length > 0;
}

/** Counts a user's passkeys. Locks the user, so that no other count runs meanwhile. */
export async function countPasskeys(db: Transaction, userId: string): Promise<number> {
  await db.select().from(users).where(eq(users.userId, userId)).for('no key update');
  const isTheirs = eq(passkeys.userId, userId);
  const [row] = await db.select({ counted: count() }).from(passkeys).where(isTheirs);
  return row?.counted ?? 0;
}

export async function lockPasskey(
  db: Transaction,
  credentialId: string,
): Promise<Passkey | undefined> {
  const isIt = eq(passkeys.credentialId, credentialId);
  const [row] = await db.select().from(passkeys).where(isIt).for('update');
  return row;
}

/** @throws {Error} when there is no such passkey */
export async function changePasskey(
  db: Transaction,
  passkeyId: string,
  change: Partial<Pick<Passkey, 'counter' | 'lastUsedAt'>>,
): Promise<void> {
  const result = await db.update(passkeys).set(change).where(eq(passkeys.passkeyId, passkeyId));
  assertChanged(result, `passkey ${passkeyId}`);
}

/** Records an answered challenge by its SHA-256; false if it was answered before. */
export async function spendChallenge(
  db: Transaction,
  hash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const spent = await db
    .insert(spentChallenges)
    .values({ hash, expiresAt })
    .onConflictDoNothing()
    .returning({ hash: spentChallenges.hash });
  return spent.length > 0;
}

/** Removes a user's own passkey; does nothing if there is none. */
export async function removePasskey(
  db: Database,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<void> {
  if (!isUuid(passkeyId)) return;
  const isTheirs = and(eq(passkeys.userId, userId), eq(passkeys.passkeyId, passkeyId));
  await db.delete(passkeys).where(isTheirs);
}

export async function forgetChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(spentChallenges).where(lte(spentChallenges.expiresAt, now));
}

export async function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  const isTheirs = eq(passkeys.userId, userId);
  return await db.select().from(passkeys).where(isTheirs).orderBy(asc(passkeys.createdAt));
}
