import { and, asc, eq, lte, ne } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { assertChanged } from '../../store/database.ts';
import { mandates } from '../../store/schema/orders.tables.ts';
import type { Mandate } from './mandate.rules.ts';

export type MandateChange = Partial<Pick<Mandate, 'providerId' | 'state' | 'dueAt'>>;

const isLive = ne(mandates.state, 'over');

/** @throws {Error} while the account has another mandate that is not over */
export async function insertMandate(db: Transaction, mandate: Mandate): Promise<void> {
  await db.insert(mandates).values(mandate);
}

export async function findMandate(db: Database, mandateId: string): Promise<Mandate | undefined> {
  const [row] = await db.select().from(mandates).where(eq(mandates.mandateId, mandateId));
  return row;
}

export async function findMandateOf(
  db: Database,
  provider: string,
  providerId: string,
): Promise<Mandate | undefined> {
  const isIt = and(eq(mandates.provider, provider), eq(mandates.providerId, providerId));
  const [row] = await db.select().from(mandates).where(isIt);
  return row;
}

export async function findLiveMandate(
  db: Database,
  accountId: string,
): Promise<Mandate | undefined> {
  const [row] = await db
    .select()
    .from(mandates)
    .where(and(eq(mandates.accountId, accountId), isLive));
  return row;
}

export async function lockMandate(
  db: Transaction,
  mandateId: string,
): Promise<Mandate | undefined> {
  const isIt = eq(mandates.mandateId, mandateId);
  const [row] = await db.select().from(mandates).where(isIt).for('no key update');
  return row;
}

/** @throws {Error} when there is no such mandate */
export async function changeMandate(
  db: Transaction,
  mandateId: string,
  change: MandateChange,
): Promise<void> {
  const changed = await db.update(mandates).set(change).where(eq(mandates.mandateId, mandateId));
  assertChanged(changed, `mandate ${mandateId}`);
}

/** Ids of mandates that are not over and due to be checked with the provider, oldest due first. */
export async function listDueMandates(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ mandateId: mandates.mandateId })
    .from(mandates)
    .where(and(isLive, lte(mandates.dueAt, now)))
    .orderBy(asc(mandates.dueAt), asc(mandates.mandateId));
  return rows.map(({ mandateId }) => mandateId);
}
