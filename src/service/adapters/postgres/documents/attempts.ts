import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { SignatureAttempt } from '../../../domain/signature.ts';
import type { AttemptsOfSigner } from '../../../ports/document-store.ts';
import type { Database } from '../database.ts';
import { assertChanged } from '../database.ts';
import { signatureAttempts } from '../schema/signature-attempts.ts';
import { isUuid } from './documents.ts';

type Row = typeof signatureAttempts.$inferSelect;

function toAttempt(row: Row): SignatureAttempt {
  const { seq, resumeAt, arrived, arrivedAt, arrivedFrom, ...attempt } = row;
  return attempt;
}
const hasTxn = (txn: string) => eq(signatureAttempts.txn, txn);

/** At the gateway, or back from it and not yet embedded. */
export const isLive = inArray(signatureAttempts.state, ['at_gateway', 'returned']);
const isLiveOf = (documentId: string) => and(eq(signatureAttempts.documentId, documentId), isLive);

/** Adds an attempt. @throws {Error} when the document has a live one */
export async function insertAttempt(db: Database, attempt: SignatureAttempt): Promise<void> {
  await db.insert(signatureAttempts).values(attempt);
}

/** Finds an attempt and locks its row. */
export async function lockAttempt(
  db: Database,
  txn: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(hasTxn(txn)).for('update');
  return row && toAttempt(row);
}

/** Finds a document's live attempt and locks its row. */
export async function lockLiveAttempt(
  db: Database,
  documentId: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(isLiveOf(documentId)).for('update');
  return row && toAttempt(row);
}

/** Writes the given fields. @throws {Error} when there is no such attempt */
export async function changeAttempt(
  db: Database,
  txn: string,
  change: Partial<Pick<SignatureAttempt, 'state' | 'answer' | 'reason' | 'failures'>>,
): Promise<void> {
  const result = await db.update(signatureAttempts).set(change).where(hasTxn(txn));
  assertChanged(result, `attempt ${txn}`);
}

/** Finds an attempt by its transaction number. */
export async function findAttempt(
  db: Database,
  txn: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(hasTxn(txn));
  return row && toAttempt(row);
}

/** Finds a document's live attempt. */
export async function findLiveAttempt(
  db: Database,
  documentId: string,
): Promise<SignatureAttempt | undefined> {
  if (!isUuid(documentId)) return undefined;
  const [row] = await db.select().from(signatureAttempts).where(isLiveOf(documentId));
  return row && toAttempt(row);
}

/** Lists when a signer's attempts after a time began, oldest first. */
export async function listAttemptTimes(
  db: Database,
  { documentId, signerId, after }: AttemptsOfSigner,
): Promise<Date[]> {
  const { createdAt } = signatureAttempts;
  const isOfSigner = and(
    eq(signatureAttempts.documentId, documentId),
    eq(signatureAttempts.signerId, signerId),
  );
  const rows = await db
    .select({ createdAt })
    .from(signatureAttempts)
    .where(and(isOfSigner, gt(createdAt, after)))
    .orderBy(asc(createdAt));
  return rows.map((row) => row.createdAt);
}

/** Lists the attempts at the gateway that expired before a time. */
export async function listLapsed(db: Database, before: Date): Promise<SignatureAttempt[]> {
  const { state, expiresAt, seq } = signatureAttempts;
  const rows = await db
    .select()
    .from(signatureAttempts)
    .where(and(eq(state, 'at_gateway'), lt(expiresAt, before)))
    .orderBy(asc(seq));
  return rows.map(toAttempt);
}

/** Lists the attempts whose answer is stored but not embedded, oldest first. */
export async function listReturned(db: Database): Promise<SignatureAttempt[]> {
  const rows = await db
    .select()
    .from(signatureAttempts)
    .where(eq(signatureAttempts.state, 'returned'))
    .orderBy(asc(signatureAttempts.seq));
  return rows.map(toAttempt);
}
