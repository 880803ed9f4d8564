import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { SignatureAttempt } from '../../core/signing/signature.rules.ts';

import type { Database, Transaction } from '../database.ts';
import { assertChanged } from '../database.ts';
import { signatureAttempts, signers } from '../schema/documents.tables.ts';
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

const LIVE = ['at_gateway', 'returned'] as const;
export const isLive = inArray(signatureAttempts.state, LIVE);
const isLiveOf = (documentId: string) => and(eq(signatureAttempts.documentId, documentId), isLive);

/**
 * Also notes when its signer consented to it, if given.
 * @throws {Error} when the document has a live attempt
 */
export async function insertAttempt(
  db: Transaction,
  attempt: SignatureAttempt,
  consentedAt?: Date,
): Promise<void> {
  const { signerId } = signers;
  const isTheirs = eq(signerId, attempt.signerId);
  const noted = consentedAt && db.update(signers).set({ consentedAt }).where(isTheirs);
  const consented = noted && db.$with('consented').as(noted.returning({ signerId }));
  await db
    .with(...(consented ? [consented] : []))
    .insert(signatureAttempts)
    .values(attempt);
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

/** The live attempt of a document, and when a signer's attempts began, oldest first. */
export interface AttemptsSeen {
  readonly live: SignatureAttempt | undefined;
  readonly begunAt: readonly Date[];
}

function selectSeen(db: Database, { documentId, signerId, after }: AttemptsOfSigner) {
  const { createdAt } = signatureAttempts;
  const isRecent = and(eq(signatureAttempts.signerId, signerId), gt(createdAt, after));
  return db
    .select()
    .from(signatureAttempts)
    .where(and(eq(signatureAttempts.documentId, documentId), or(isLive, isRecent)))
    .orderBy(asc(createdAt));
}

function toSeen(rows: readonly Row[], { signerId, after }: AttemptsOfSigner): AttemptsSeen {
  const live = rows.find(({ state }) => LIVE.some((one) => one === state));
  const recent = rows.filter((row) => row.signerId === signerId && row.createdAt > after);
  return { live: live && toAttempt(live), begunAt: recent.map(({ createdAt }) => createdAt) };
}

export const findAttempts = async (db: Database, of: AttemptsOfSigner): Promise<AttemptsSeen> =>
  toSeen(await selectSeen(db, of), of);

export const lockAttempts = async (db: Transaction, of: AttemptsOfSigner): Promise<AttemptsSeen> =>
  toSeen(await selectSeen(db, of).for('update'), of);

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
