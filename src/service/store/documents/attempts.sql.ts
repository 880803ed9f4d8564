import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { SignatureAttempt } from '../../core/signing/signature.rules.ts';

import type { Database, Transaction } from '../database.ts';
import { assertChanged } from '../database.ts';
import { signatureAttempts } from '../schema/signature-attempts.tables.ts';
import { isUuid } from './documents.sql.ts';

export interface AttemptsOfSigner {
  readonly documentId: string;
  readonly signerId: string;
  readonly after: Date;
}

export type AttemptChange = Partial<
  Pick<SignatureAttempt, 'state' | 'answer' | 'reason' | 'failures'>
> & {
  /** When another process may continue it; null sets its answer aside. */
  readonly resumeAt?: Date | null;
};

type Row = typeof signatureAttempts.$inferSelect;

export function toAttempt(row: Row): SignatureAttempt {
  const { seq, resumeAt, arrived, arrivedAt, arrivedFrom, judgings, ...attempt } = row;
  return { ...attempt, ...(arrived && resumeAt === null && { isSetAside: true }) };
}

export const NOT_ARRIVED = { arrived: null, arrivedAt: null, arrivedFrom: null };
export const hasTxn = (txn: string) => eq(signatureAttempts.txn, txn);

export const isLive = inArray(signatureAttempts.state, ['at_gateway', 'returned']);
const isLiveOf = (documentId: string) => and(eq(signatureAttempts.documentId, documentId), isLive);

/** @throws {Error} when the document has a live attempt */
export async function insertAttempt(db: Transaction, attempt: SignatureAttempt): Promise<void> {
  await db.insert(signatureAttempts).values(attempt);
}

export async function lockAttempt(
  db: Transaction,
  txn: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(hasTxn(txn)).for('update');
  return row && toAttempt(row);
}

export async function lockLiveAttempt(
  db: Transaction,
  documentId: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(isLiveOf(documentId)).for('update');
  return row && toAttempt(row);
}

/**
 * A new state drops the arrived answer; one that was set aside stays as evidence.
 * @throws {Error} when there is no such attempt
 */
export async function changeAttempt(
  db: Transaction,
  txn: string,
  change: AttemptChange,
): Promise<void> {
  const { answer, arrived, resumeAt } = signatureAttempts;
  const evidence = sql`coalesce(${answer}, CASE WHEN ${resumeAt} IS NULL THEN ${arrived} END)`;
  const left =
    change.state === undefined ? {} : { ...NOT_ARRIVED, resumeAt: null, answer: evidence };
  const result = await db
    .update(signatureAttempts)
    .set({ ...left, ...change })
    .where(hasTxn(txn));
  assertChanged(result, `attempt ${txn}`);
}

/** True of an attempt whose answer waits to be judged or embedded. */
export const isAnswered = or(
  eq(signatureAttempts.state, 'returned'),
  and(eq(signatureAttempts.state, 'at_gateway'), isNotNull(signatureAttempts.arrived)),
);

/** Gateways of attempts that hold an answer, or that wait for one and expire after a time. */
export async function listLiveGateways(db: Database, expiresAfter: Date): Promise<string[]> {
  const { gateway, state, expiresAt } = signatureAttempts;
  const isOut = and(eq(state, 'at_gateway'), gt(expiresAt, expiresAfter));
  const rows = await db
    .selectDistinct({ gateway })
    .from(signatureAttempts)
    .where(or(isAnswered, isOut));
  return rows.flatMap((row) => row.gateway ?? []).sort();
}

export async function findAttempt(
  db: Database,
  txn: string,
): Promise<SignatureAttempt | undefined> {
  const [row] = await db.select().from(signatureAttempts).where(hasTxn(txn));
  return row && toAttempt(row);
}

export async function findLiveAttempt(
  db: Database,
  documentId: string,
): Promise<SignatureAttempt | undefined> {
  if (!isUuid(documentId)) return undefined;
  const [row] = await db.select().from(signatureAttempts).where(isLiveOf(documentId));
  return row && toAttempt(row);
}

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

/** Attempts at the gateway that expired before a time, unless their answer is yet to be judged. */
export async function listLapsed(db: Database, before: Date): Promise<SignatureAttempt[]> {
  const { state, expiresAt, seq, arrived, resumeAt } = signatureAttempts;
  const rows = await db
    .select()
    .from(signatureAttempts)
    .where(
      and(eq(state, 'at_gateway'), lt(expiresAt, before), or(isNull(arrived), isNull(resumeAt))),
    )
    .orderBy(asc(seq));
  return rows.map(toAttempt);
}
