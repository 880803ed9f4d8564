import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type {
  Member,
  MembersStore,
  MembersTransaction,
  User,
} from '../../../ports/store/members.ts';
import { readOverview } from '../accounts/overview.ts';
import type { Database } from '../database.ts';
import { ask } from '../database.ts';
import { accounts } from '../schema/accounts/accounts.ts';
import { members, users } from '../schema/accounts/members.ts';
import { appendAction, readTrail } from './account-audit.ts';
import { forgetPerson } from './forget-person.ts';
import { forgetChallenges, passkeysStore, passkeysTransaction } from './passkeys.ts';
import {
  endSessions,
  findSession,
  forgetSessions,
  insertSession,
  listSessions,
  seeSession,
  switchAccount,
} from './sessions.ts';
import {
  changeSignIn,
  findSignIn,
  forgetOldSignIns,
  insertSignIn,
  lockSignIn,
} from './sign-ins.ts';

const USER = { userId: users.userId, email: users.email };

async function findUser(db: Database, email: string): Promise<User | undefined> {
  const isIt = sql`lower(${users.email}) = lower(${email})`;
  const [row] = await db.select(USER).from(users).where(isIt);
  return row;
}

async function findUserById(db: Database, userId: string): Promise<User | undefined> {
  const [row] = await db.select(USER).from(users).where(eq(users.userId, userId));
  return row;
}

async function addUser(db: Database, user: User & { readonly createdAt: Date }): Promise<User> {
  await db.insert(users).values(user).onConflictDoNothing();
  return (await findUser(db, user.email)) ?? user;
}

async function putMember(db: Database, member: Omit<Member, 'email'>): Promise<void> {
  await db
    .insert(members)
    .values(member)
    .onConflictDoUpdate({
      target: [members.accountId, members.userId],
      set: { role: member.role },
    });
}

async function forgetSignIns(db: Database, now: Date): Promise<void> {
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

const listMembers = async (db: Database, accountId: string): Promise<Member[]> =>
  await membersOf(db).where(eq(members.accountId, accountId));

async function removeMember(
  db: Database,
  member: { accountId: string; userId: string },
): Promise<void> {
  const isIt = and(eq(members.accountId, member.accountId), eq(members.userId, member.userId));
  await db.delete(members).where(isIt);
  await endSessions(db, member);
  await forgetPerson(db, member.userId);
}

/** The operations about members, on a connection whose transaction has begun. */
export const membersTransaction = (db: Database): MembersTransaction => ({
  ...passkeysTransaction(db),
  addUser: (user) => addUser(db, user),
  putMember: (member) => putMember(db, member),
  listMembers: (accountId) => listMembers(db, accountId),
  removeMember: (member) => removeMember(db, member),
  insertSignIn: (signIn) => insertSignIn(db, signIn),
  lockSignIn: (id) => lockSignIn(db, id),
  changeSignIn: (id, change) => changeSignIn(db, id, change),
  insertSession: (session) => insertSession(db, session),
  appendAction: (action) => appendAction(db, action),
});

/** Reads members, and ends their sessions. */
export const membersStore = (db: Database): MembersStore => ({
  ...passkeysStore(db),
  readTrail: (page) => ask(() => readTrail(db, page)),
  readOverview: (of) => ask(() => readOverview(db, of)),
  findUser: (email) => ask(() => findUser(db, email)),
  findUserById: (id) => ask(() => findUserById(db, id)),
  findSignIn: (id) => ask(() => findSignIn(db, id)),
  listMemberships: (userId) =>
    ask(() => membersOf(db).where(and(eq(members.userId, userId), isNull(accounts.erasedAt)))),
  listMembers: (accountId) => ask(() => listMembers(db, accountId)),
  findSession: (hash) => ask(() => findSession(db, hash)),
  switchAccount: (id, accountId) => ask(() => switchAccount(db, id, accountId)),
  seeSession: (id, at) => ask(() => seeSession(db, id, at)),
  listSessions: (of) => ask(() => listSessions(db, of)),
  forgetSignIns: (now) => ask(() => forgetSignIns(db, now)),
  endSessions: (of) => ask(() => endSessions(db, of)),
});
