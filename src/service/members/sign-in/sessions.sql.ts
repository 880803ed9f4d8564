import { and, desc, eq, getTableColumns, isNull, lte, or } from 'drizzle-orm';
import type { Account } from '../../core/accounts/account.rules.ts';
import type { MemberRole, User } from '../../core/permissions.rules.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { isUuid } from '../../store/documents/documents.sql.ts';
import { accounts } from '../../store/schema/accounts.tables.ts';
import { members, sessions, users } from '../../store/schema/members.tables.ts';
import type { Session } from './session.rules.ts';
import { SESSION } from './session.rules.ts';

/** Only the SHA-256 of a session's secret is stored. */
export type NewSession = Session & { readonly hash: Buffer };

export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  readonly role: MemberRole;
  readonly account: Account;
}

const { hash: _hash, ...session } = getTableColumns(sessions);
const { createdAt: _createdAt, ...account } = getTableColumns(accounts);

export async function insertSession(db: Transaction, added: NewSession): Promise<void> {
  await db.insert(sessions).values(added);
}

/** Finds a session, unless its member left the account or the account was erased. */
export async function findSession(db: Database, hash: Buffer): Promise<SignedIn | undefined> {
  const isTheirs = and(
    eq(members.accountId, sessions.accountId),
    eq(members.userId, sessions.userId),
  );
  const [row] = await db
    .select({
      session,
      account,
      user: { userId: users.userId, email: users.email },
      role: members.role,
    })
    .from(sessions)
    .innerJoin(members, isTheirs)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .innerJoin(accounts, eq(accounts.accountId, sessions.accountId))
    .where(and(eq(sessions.hash, hash), isNull(accounts.erasedAt)));
  return row;
}

export async function seeSession(db: Database, sessionId: string, at: Date): Promise<void> {
  await db.update(sessions).set({ seenAt: at }).where(eq(sessions.sessionId, sessionId));
}

export async function switchAccount(
  db: Database,
  sessionId: string,
  accountId: string,
): Promise<void> {
  await db.update(sessions).set({ accountId }).where(eq(sessions.sessionId, sessionId));
}

const ofMember = ({ accountId, userId }: { accountId: string; userId: string }) =>
  and(eq(sessions.accountId, accountId), eq(sessions.userId, userId));

export async function listSessions(
  db: Database,
  of: { accountId: string; userId: string },
): Promise<Session[]> {
  return await db
    .select(session)
    .from(sessions)
    .where(ofMember(of))
    .orderBy(desc(sessions.createdAt));
}

/** Deletes one of a user's sessions in an account, or all of them. */
export async function endSessions(
  db: Database,
  { sessionId, ...of }: { accountId: string; userId: string; sessionId?: string },
): Promise<void> {
  if (sessionId !== undefined && !isUuid(sessionId)) return;
  const isIt = sessionId === undefined ? undefined : eq(sessions.sessionId, sessionId);
  await db.delete(sessions).where(and(ofMember(of), isIt));
}

export async function forgetSessions(db: Database, now: Date): Promise<void> {
  const idle = lte(sessions.seenAt, new Date(now.getTime() - SESSION.idleMs));
  const old = lte(sessions.createdAt, new Date(now.getTime() - SESSION.longestMs));
  await db.delete(sessions).where(or(idle, old));
}
