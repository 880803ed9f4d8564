import { and, desc, eq, getTableColumns, inArray, isNull, lte, or } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Account } from '../../core/accounts/account.rules.ts';
import type { MemberRole, User } from '../../core/permissions.rules.ts';
import { deleteItems } from '../../core/retention/remove-document.sql.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { isUuid } from '../../store/documents/documents.sql.ts';
import { accounts } from '../../store/schema/accounts.tables.ts';
import { members, sessions, signIns, users } from '../../store/schema/members.tables.ts';
import { deliveries } from '../../store/schema/outbox.tables.ts';
import type { Session } from './session.rules.ts';
import { SESSION } from './session.rules.ts';
import type { AskerKind } from './sign-in.rules.ts';

export interface SignIn {
  readonly signInId: string;
  /** Null until its mail is written, and for good if the address may not sign in. */
  readonly userId: string | null;
  /** The typed address, until its user is known. */
  readonly email: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly wrongCodes: number;
  /** True for a link that was not mailed: it needs no further button. */
  readonly isDirect: boolean;
  /** Null for a link that was not mailed. */
  readonly askerKind: AskerKind | null;
  readonly asker: Buffer | null;
}

export async function insertSignIn(db: Transaction, signIn: SignIn): Promise<void> {
  await db.insert(signIns).values(signIn);
}

export async function findSignIn(db: Database, signInId: string): Promise<SignIn | undefined> {
  if (!isUuid(signInId)) return undefined;
  const [row] = await db.select().from(signIns).where(eq(signIns.signInId, signInId));
  return row;
}

export async function lockSignIn(db: Transaction, signInId: string): Promise<SignIn | undefined> {
  if (!isUuid(signInId)) return undefined;
  const isIt = eq(signIns.signInId, signInId);
  const [row] = await db.select().from(signIns).where(isIt).for('update');
  return row;
}

/** @throws {Error} when there is no such sign-in */
export async function changeSignIn(
  db: Transaction,
  signInId: string,
  change: Partial<Omit<SignIn, 'signInId'>>,
): Promise<void> {
  const result = await db.update(signIns).set(change).where(eq(signIns.signInId, signInId));
  assertChanged(result, `sign-in ${signInId}`);
}

/** Deletes sign-ins older than a day, and their mails, which have the same ids. */
export async function forgetOldSignIns(db: Database, now: Date): Promise<void> {
  const isOld = lte(signIns.createdAt, new Date(now.getTime() - DAY_MS));
  const old = db.select({ id: signIns.signInId }).from(signIns).where(isOld);
  await deleteItems(db, inArray(deliveries.id, old));
  await db.delete(signIns).where(isOld);
}

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
