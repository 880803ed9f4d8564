import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Member, User } from '../core/permissions.rules.ts';
import type { Database, Transaction } from '../store/database.ts';
import { accounts } from '../store/schema/accounts.tables.ts';
import { members, signIns, users } from '../store/schema/members.tables.ts';
import { forgetChallenges } from './sign-in/passkeys.sql.ts';
import { endSessions, forgetOldSignIns, forgetSessions } from './sign-in/sessions.sql.ts';

const USER = { userId: users.userId, email: users.email };

/** Ignores the case of the address. */
export async function findUser(db: Database, email: string): Promise<User | undefined> {
  const isIt = sql`lower(${users.email}) = lower(${email})`;
  const [row] = await db.select(USER).from(users).where(isIt);
  return row;
}

export async function findUserById(db: Database, userId: string): Promise<User | undefined> {
  const [row] = await db.select(USER).from(users).where(eq(users.userId, userId));
  return row;
}

/** Adds a user, unless the address has one. Returns the stored user. */
export async function addUser(
  db: Transaction,
  user: User & { readonly createdAt: Date },
): Promise<User> {
  await db.insert(users).values(user).onConflictDoNothing();
  return (await findUser(db, user.email)) ?? user;
}

export async function putMember(db: Transaction, member: Omit<Member, 'email'>): Promise<void> {
  await db
    .insert(members)
    .values(member)
    .onConflictDoUpdate({
      target: [members.accountId, members.userId],
      set: { role: member.role },
    });
}

/** Deletes expired sessions and challenges, and sign-ins older than a day with their mails. */
export async function forgetSignIns(db: Database, now: Date): Promise<void> {
  await forgetSessions(db, now);
  await forgetOldSignIns(db, now);
  await forgetChallenges(db, now);
}

const membersOf = (db: Database) =>
  db
    .select({
      ...USER,
      accountId: members.accountId,
      role: members.role,
      createdAt: members.createdAt,
    })
    .from(members)
    .innerJoin(users, eq(users.userId, members.userId))
    .innerJoin(accounts, eq(accounts.accountId, members.accountId))
    .orderBy(asc(members.createdAt), asc(users.email))
    .$dynamic();

export const listMembers = async (db: Database, accountId: string): Promise<Member[]> =>
  await membersOf(db).where(eq(members.accountId, accountId));

/** Also ends their sessions in the account, and deletes people without another account. */
export async function removeMember(
  db: Transaction,
  member: { accountId: string; userId: string },
): Promise<void> {
  const isIt = and(eq(members.accountId, member.accountId), eq(members.userId, member.userId));
  await db.delete(members).where(isIt);
  await endSessions(db, member);
  await forgetPerson(db, member.userId);
}

/** A user's memberships of accounts that were not erased, oldest first. */
export const listMemberships = async (db: Database, userId: string): Promise<Member[]> =>
  await membersOf(db).where(and(eq(members.userId, userId), isNull(accounts.erasedAt)));

/** Deletes a user who belongs to no account any more, with their passkeys and sign-ins. */
export async function forgetPerson(db: Transaction, userId: string): Promise<void> {
  const isAlone = sql`NOT EXISTS (SELECT FROM members WHERE user_id = ${userId})`;
  await db.delete(signIns).where(and(eq(signIns.userId, userId), isAlone));
  await db.delete(users).where(and(eq(users.userId, userId), isAlone));
}
