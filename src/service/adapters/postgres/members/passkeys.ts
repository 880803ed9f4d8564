import { and, asc, count, eq, lte } from 'drizzle-orm';
import type { Passkey } from '../../../domain/members/passkey.ts';
import type { PasskeysStore, PasskeysTransaction } from '../../../ports/store/passkeys.ts';
import type { Database } from '../database.ts';
import { ask, assertChanged } from '../database.ts';
import { isUuid } from '../documents/documents.ts';
import { users } from '../schema/accounts/members.ts';
import { passkeys, spentChallenges } from '../schema/accounts/passkeys.ts';

async function insertPasskey(db: Database, passkey: Passkey): Promise<boolean> {
  const added = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ passkeyId: passkeys.passkeyId });
  return added.length > 0;
}

async function countPasskeys(db: Database, userId: string): Promise<number> {
  await db.select().from(users).where(eq(users.userId, userId)).for('no key update');
  const isTheirs = eq(passkeys.userId, userId);
  const [row] = await db.select({ counted: count() }).from(passkeys).where(isTheirs);
  return row?.counted ?? 0;
}

async function lockPasskey(db: Database, credentialId: string): Promise<Passkey | undefined> {
  const isIt = eq(passkeys.credentialId, credentialId);
  const [row] = await db.select().from(passkeys).where(isIt).for('update');
  return row;
}

async function changePasskey(
  db: Database,
  passkeyId: string,
  change: Partial<Pick<Passkey, 'counter' | 'lastUsedAt'>>,
): Promise<void> {
  const result = await db.update(passkeys).set(change).where(eq(passkeys.passkeyId, passkeyId));
  assertChanged(result, `passkey ${passkeyId}`);
}

async function spendChallenge(db: Database, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const spent = await db
    .insert(spentChallenges)
    .values({ hash, expiresAt })
    .onConflictDoNothing()
    .returning({ hash: spentChallenges.hash });
  return spent.length > 0;
}

async function removePasskey(
  db: Database,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<void> {
  if (!isUuid(passkeyId)) return;
  const isTheirs = and(eq(passkeys.userId, userId), eq(passkeys.passkeyId, passkeyId));
  await db.delete(passkeys).where(isTheirs);
}

/** Deletes challenges that nobody could answer any more. */
export async function forgetChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(spentChallenges).where(lte(spentChallenges.expiresAt, now));
}

/** The operations about passkeys, on a connection whose transaction has begun. */
export const passkeysTransaction = (db: Database): PasskeysTransaction => ({
  insertPasskey: (passkey) => insertPasskey(db, passkey),
  countPasskeys: (userId) => countPasskeys(db, userId),
  lockPasskey: (credentialId) => lockPasskey(db, credentialId),
  changePasskey: (id, change) => changePasskey(db, id, change),
  spendChallenge: (hash, expiresAt) => spendChallenge(db, hash, expiresAt),
});

/** Reads passkeys, and removes them. */
export const passkeysStore = (db: Database): PasskeysStore => ({
  listPasskeys: (userId) =>
    ask(() =>
      db
        .select()
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(asc(passkeys.createdAt)),
    ),
  removePasskey: (of) => ask(() => removePasskey(db, of)),
});
