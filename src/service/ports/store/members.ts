import type { Account } from '../../domain/accounts/account.ts';
import type { AccountAction, AccountEntry } from '../../domain/members/account-audit.ts';
import type { MemberRole } from '../../domain/members/permissions.ts';
import type { Session } from '../../domain/members/session.ts';
import type { AskerKind } from '../../domain/members/sign-in-allowances.ts';
import type { AccountOverview } from './overview.ts';
import type { PasskeysStore, PasskeysTransaction } from './passkeys.ts';

/** Somebody who uses the dashboard. */
export interface User {
  /** A UUID. */
  readonly userId: string;
  readonly email: string;
}

/** Somebody's place in an account. */
export interface Member extends User {
  readonly accountId: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
}

/** A request to sign in. */
export interface SignIn {
  /** A UUID. */
  readonly signInId: string;
  /** Null until its mail is written, and for ever if nobody may have one. */
  readonly userId: string | null;
  /** The address that was typed, until it is known whose it is. */
  readonly email: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Null until somebody signed in by it. */
  readonly usedAt: Date | null;
  readonly wrongCodes: number;
  /** Its address needs no further button: it was not mailed. */
  readonly isDirect: boolean;
  /** Null for an address that was not mailed. */
  readonly askerKind: AskerKind | null;
  /** The asker's SHA-256. */
  readonly asker: Buffer | null;
}

/** A new session. Of its secret, only the SHA-256 is stored. */
export type NewSession = Session & { readonly hash: Buffer };

/** Who is in the dashboard: a member of an account, by a session. */
export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  readonly role: MemberRole;
  readonly account: Account;
}

/** Entries of an account's trail, newest first: all that is left out is no condition. */
export interface AccountTrailPage {
  readonly accountId: string;
  /** Before this number. */
  readonly before?: number;
  readonly limit?: number;
}

/** The operations of a transaction about members. */
export interface MembersTransaction extends PasskeysTransaction {
  /** Adds a user, unless there is one with this address. Returns the one that there is. */
  addUser(user: User & { readonly createdAt: Date }): Promise<User>;
  /** Adds a member, or changes their role. */
  putMember(member: Omit<Member, 'email'>): Promise<void>;
  /** An account's members, oldest first. */
  listMembers(accountId: string): Promise<Member[]>;
  /** Takes somebody out of an account, and ends their sessions in it. Who belongs to no other account is forgotten. */
  removeMember(member: { accountId: string; userId: string }): Promise<void>;
  insertSignIn(signIn: SignIn): Promise<void>;
  /** Locks a request to sign in; undefined when there is none. */
  lockSignIn(signInId: string): Promise<SignIn | undefined>;
  changeSignIn(signInId: string, change: Partial<Omit<SignIn, 'signInId'>>): Promise<void>;
  insertSession(session: NewSession): Promise<void>;
  /** Appends to the account's trail. Locks the account. */
  appendAction(action: AccountAction): Promise<void>;
}

/** The part of the store about members. */
export interface MembersStore extends PasskeysStore {
  /** An account's trail, newest entry first. */
  readTrail(page: AccountTrailPage): Promise<AccountEntry[]>;
  readOverview(of: { accountId: string; now: Date }): Promise<AccountOverview>;
  /** By the address, whatever its case. */
  findUser(email: string): Promise<User | undefined>;
  findUserById(userId: string): Promise<User | undefined>;
  findSignIn(signInId: string): Promise<SignIn | undefined>;
  /** Somebody's memberships of accounts that were not erased, oldest first. */
  listMemberships(userId: string): Promise<Member[]>;
  /** An account's members, oldest first. */
  listMembers(accountId: string): Promise<Member[]>;
  /** By the SHA-256 of the secret; undefined once it was ended, or if they are no member any more. */
  findSession(hash: Buffer): Promise<SignedIn | undefined>;
  /** Shows another account in a session. */
  switchAccount(sessionId: string, accountId: string): Promise<void>;
  seeSession(sessionId: string, at: Date): Promise<void>;
  /** Of one person in an account, newest first. */
  listSessions(of: { accountId: string; userId: string }): Promise<Session[]>;
  /** Forgets sessions and challenges that are over, and requests to sign in from more than a day before, with their mails. */
  forgetSignIns(now: Date): Promise<void>;
  /** Ends a session of somebody's own; all of theirs without an id. */
  endSessions(of: { accountId: string; userId: string; sessionId?: string }): Promise<void>;
}
