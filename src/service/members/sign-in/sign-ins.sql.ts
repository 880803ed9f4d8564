import { eq, inArray, lte } from 'drizzle-orm';
import { deleteItems } from '../../core/retention/remove-document.sql.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { isUuid } from '../../store/documents/documents.sql.ts';
import { signIns } from '../../store/schema/members.tables.ts';
import { deliveries } from '../../store/schema/outbox.tables.ts';
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

const DAY_MS = 24 * 3_600_000;

/** Deletes sign-ins older than a day, and their mails, which have the same ids. */
export async function forgetOldSignIns(db: Database, now: Date): Promise<void> {
  const isOld = lte(signIns.createdAt, new Date(now.getTime() - DAY_MS));
  const old = db.select({ id: signIns.signInId }).from(signIns).where(isOld);
  await deleteItems(db, inArray(deliveries.id, old));
  await db.delete(signIns).where(isOld);
}
