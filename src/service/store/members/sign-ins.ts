import { eq, inArray, lte } from 'drizzle-orm';
import type { AskerKind } from '../../domain/members/sign-in-allowances.ts';
import type { Database, Transaction } from '../database.ts';
import { assertChanged } from '../database.ts';
import { isUuid } from '../documents/documents.ts';
import { deleteItems } from '../retention/remove-document.ts';
import { signIns } from '../schema/accounts/members.ts';
import { deliveries } from '../schema/outbox.ts';

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

/** Adds a request to sign in. */
export async function insertSignIn(db: Transaction, signIn: SignIn): Promise<void> {
  await db.insert(signIns).values(signIn);
}

/** Finds a request to sign in. */
export async function findSignIn(db: Database, signInId: string): Promise<SignIn | undefined> {
  if (!isUuid(signInId)) return undefined;
  const [row] = await db.select().from(signIns).where(eq(signIns.signInId, signInId));
  return row;
}

/** Locks a request to sign in; undefined when there is none. */
export async function lockSignIn(db: Transaction, signInId: string): Promise<SignIn | undefined> {
  if (!isUuid(signInId)) return undefined;
  const isIt = eq(signIns.signInId, signInId);
  const [row] = await db.select().from(signIns).where(isIt).for('update');
  return row;
}

/** Writes the given fields. @throws {Error} when there is no such request */
export async function changeSignIn(
  db: Transaction,
  signInId: string,
  change: Partial<Omit<SignIn, 'signInId'>>,
): Promise<void> {
  const result = await db.update(signIns).set(change).where(eq(signIns.signInId, signInId));
  assertChanged(result, `sign-in ${signInId}`);
}

const DAY_MS = 24 * 3_600_000;

/** Deletes requests from more than a day before, and their mails, which bear the same ids. */
export async function forgetOldSignIns(db: Database, now: Date): Promise<void> {
  const isOld = lte(signIns.createdAt, new Date(now.getTime() - DAY_MS));
  const old = db.select({ id: signIns.signInId }).from(signIns).where(isOld);
  await deleteItems(db, inArray(deliveries.id, old));
  await db.delete(signIns).where(isOld);
}
