import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Origin } from '../../core/evidence/audit.rules.ts';
import type { SignatureAttempt } from '../../core/signing/signature.rules.ts';
import { MOST_JUDGINGS } from '../../core/signing/signature.rules.ts';
import type { Database } from '../database.ts';
import { signatureAttempts } from '../schema/documents.tables.ts';
import { hasTxn, isAnswered, NOT_ARRIVED, toAttempt } from './attempts.sql.ts';

export interface ArrivedAnswer {
  /** The fields, encoded as in `SignatureAttempt`. */
  readonly answer: Buffer;
  readonly at: Date;
  readonly origin: Origin;
  /** The attempt that it is addressed to, if it was read before: what is judged by never changes. */
  readonly attempt?: SignatureAttempt;
}

/** An answer that an attempt keeps until it is judged. */
export interface KeptAnswer extends ArrivedAnswer {
  readonly attempt: SignatureAttempt;
  /**
   * Number of the judging that begins now, from 1, already counted. Null when none may begin: the
   * answer is set aside, or its last judging may still finish.
   */
  readonly judging: number | null;
}

/** An attempt to continue: embeds the stored answer, or judges the arrived one first. */
export interface ClaimedAttempt {
  readonly txn: string;
  readonly arrived: KeptAnswer | null;
}

type Row = typeof signatureAttempts.$inferSelect;

function toKept(row: Row, judging: number | null): KeptAnswer | null {
  const { arrived: answer, arrivedAt: at, arrivedFrom: origin } = row;
  return answer && at && origin ? { answer, at, origin, judging, attempt: toAttempt(row) } : null;
}

const isKept = (txn: string) => and(hasTxn(txn), eq(signatureAttempts.state, 'at_gateway'));

/** True of an attempt whose answer is to be judged. */
const isToJudge = (txn: string) => and(isKept(txn), isNotNull(signatureAttempts.resumeAt));

/**
 * Keeps an arrived answer, if its attempt is at the gateway and keeps none yet. Returns the kept
 * answer and counts the caller's judging. Undefined unless the attempt is at the gateway.
 */
export async function keepAnswer(
  db: Database,
  txn: string,
  { answer, at, origin, resumeAt }: ArrivedAnswer & { readonly resumeAt: Date },
): Promise<KeptAnswer | undefined> {
  const { arrived, judgings } = signatureAttempts;
  const given = { arrived: answer, arrivedAt: at, arrivedFrom: origin, resumeAt, judgings: 1 };
  const unlessKept = and(isKept(txn), isNull(arrived));
  const [kept] = await db.update(signatureAttempts).set(given).where(unlessKept).returning();
  if (kept) return toKept(kept, kept.judgings) ?? undefined;
  const counted = await db
    .update(signatureAttempts)
    .set({ judgings: sql`${judgings} + 1`, resumeAt })
    .where(and(isToJudge(txn), lt(judgings, MOST_JUDGINGS)))
    .returning();
  if (counted[0]) return toKept(counted[0], counted[0].judgings) ?? undefined;
  const [row] = await db.select().from(signatureAttempts).where(isKept(txn));
  return (row && toKept(row, null)) ?? undefined;
}

/** Takes back the count of a judging that finished or never began, while the answer is kept. */
export async function uncountJudging(db: Database, txn: string): Promise<void> {
  const { judgings } = signatureAttempts;
  const fewer = sql`greatest(${judgings} - 1, 0)`;
  await db.update(signatureAttempts).set({ judgings: fewer }).where(isToJudge(txn));
}

/** Drops an answer that decided nothing. One that is set aside stays. */
export async function dropAnswer(db: Database, txn: string): Promise<void> {
  const dropped = { ...NOT_ARRIVED, resumeAt: null };
  await db.update(signatureAttempts).set(dropped).where(isToJudge(txn));
}

/** Leases the attempt that is due longest until `leaseUntil`, and counts the caller's judging. */
export async function claimAttempt(
  db: Database,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<ClaimedAttempt | undefined> {
  const { txn, resumeAt, arrived, judgings } = signatureAttempts;
  const counted = sql`${judgings} + (${arrived} IS NOT NULL)::int`;
  const due = db
    .select({ txn })
    .from(signatureAttempts)
    .where(lte(resumeAt, now))
    .orderBy(asc(resumeAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(signatureAttempts)
    .set({ resumeAt: leaseUntil, judgings: counted })
    .where(sql`${txn} = (${due})`)
    .returning();
  return row && { txn: row.txn, arrived: toKept(row, row.judgings) };
}

/** Sets when an attempt is due again, unless nothing is left to do. */
export async function deferAttempt(db: Database, txn: string, resumeAt: Date): Promise<void> {
  const isOpen = and(hasTxn(txn), isNotNull(signatureAttempts.resumeAt));
  await db.update(signatureAttempts).set({ resumeAt }).where(isOpen);
}

const isSetAside = and(isNotNull(signatureAttempts.arrived), isNull(signatureAttempts.resumeAt));

export async function listSetAside(db: Database): Promise<string[]> {
  const { txn, seq } = signatureAttempts;
  const rows = await db.select({ txn }).from(signatureAttempts).where(isSetAside).orderBy(asc(seq));
  return rows.map((row) => row.txn);
}

/**
 * Makes attempts with an answer due: one, or all. Returns their transactions. An answer that was
 * set aside is judged once more, but only if named by `txn`.
 */
export async function makeDue(
  db: Database,
  { now, txn }: { readonly now: Date; readonly txn: string | null },
): Promise<string[]> {
  const { judgings } = signatureAttempts;
  const once = sql`least(${judgings}, ${MOST_JUDGINGS - 1})`;
  const rows = await db
    .update(signatureAttempts)
    .set({ resumeAt: now, ...(txn !== null && { judgings: once }) })
    .where(and(isAnswered, txn === null ? sql`NOT (${isSetAside})` : hasTxn(txn)))
    .returning({ txn: signatureAttempts.txn });
  return rows.map((row) => row.txn).sort();
}
