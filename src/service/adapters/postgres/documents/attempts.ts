import { and, asc, eq, inArray } from 'drizzle-orm';
import type { SignatureAttempt } from '../../../domain/signature.ts';
import type { Database } from '../database.ts';
import { assertChanged } from '../database.ts';
import { signatureAttempts } from '../schema/signature-attempts.ts';
import { isUuid } from './documents.ts';

type Row = typeof signatureAttempts.$inferSelect;

const toAttempt = ({ seq: _, ...attempt }: Row): SignatureAttempt => attempt;
const ofTxn = (txn: string) => eq(signatureAttempts.txn, txn);

/** At the gateway, or back from it. */
export const isUnderWay = inArray(signatureAttempts.state, ['at_gateway', 'returned']);
const isLive = (documentId: string) =>
  and(eq(signatureAttempts.documentId, documentId), isUnderWay);

/** Adds an attempt. @throws {Error} when the document has a live one */
export async function insertAttempt(db: Database, attempt: SignatureAttempt): Promise<void> {
  await db.insert(signatureAttempts).values(attempt);
}

/** The attempt, its row locked. */
export async function lockAttempt(
  db: Database,
  txn: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(ofTxn(txn)).for('update');
  return row && toAttempt(row);
}

/** The attempt of a document that is at the gateway or back from it, its row locked. */
export async function lockLiveAttempt(
  db: Database,
  documentId: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(isLive(documentId)).for('update');
  return row && toAttempt(row);
}

/** Writes the fields that are given. @throws {Error} when there is no such attempt */
export async function changeAttempt(
  db: Database,
  txn: string,
  change: Partial<Pick<SignatureAttempt, 'state' | 'answer' | 'reason' | 'failures'>>,
): Promise<void> {
  const result = await db.update(signatureAttempts).set(change).where(ofTxn(txn));
  assertChanged(result, `attempt ${txn}`);
}

/** The attempt of this transaction number. */
export async function findAttempt(
  db: Database,
  txn: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(ofTxn(txn));
  return row && toAttempt(row);
}

/** The document's attempt that is at the gateway or back from it. */
export async function findLiveAttempt(
  db: Database,
  documentId: string,
): Promise<SignatureAttempt | undefined> {
  if (!isUuid(documentId)) return undefined;
  const [row] = await db.select().from(signatureAttempts).where(isLive(documentId));
  return row && toAttempt(row);
}

/** All attempts whose answer waits to be embedded, oldest first. */
export async function listReturned(db: Database): Promise<SignatureAttempt[]> {
  const rows = await db
    .select()
    .from(signatureAttempts)
    .where(eq(signatureAttempts.state, 'returned'))
    .orderBy(asc(signatureAttempts.seq));
  return rows.map(toAttempt);
}
