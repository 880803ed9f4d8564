import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../database.ts';
import { signIns, users } from '../schema/accounts/members.ts';

/** Deletes somebody who belongs to no account any more, with their passkeys and requests to sign in. */
export async function forgetPerson(db: Transaction, userId: string): Promise<void> {
  const isAlone = sql`NOT EXISTS (SELECT FROM members WHERE user_id = ${userId})`;
  await db.delete(signIns).where(and(eq(signIns.userId, userId), isAlone));
  await db.delete(users).where(and(eq(users.userId, userId), isAlone));
}
