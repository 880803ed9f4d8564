import { desc, eq, lt, lte, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Allowance, UsedUp } from '../../core/quotas.rules.ts';
import { possibleFrom } from '../../core/quotas.rules.ts';
import type { Database, Transaction } from '../database.ts';
import { limitedActions, requestCounts } from '../schema/installation.tables.ts';

export interface AddedCount {
  /** 32 hexadecimal digits. */
  readonly key: string;
  readonly added: number;
}

const KEPT_MS = 5 * 60_000;

/**
 * Returns the new totals, and deletes old counts. Writes rows in the order of keys, so that
 * processes cannot deadlock.
 */
export async function addCounts(
  db: Database,
  minute: Date,
  counts: readonly AddedCount[],
): Promise<Map<string, number>> {
  const rows = counts
    .map(({ key, added: count }) => ({ minute, key: Buffer.from(key, 'hex'), count }))
    .sort((one, other) => one.key.compare(other.key));
  const { key, count } = requestCounts;
  const old = new Date(minute.getTime() - KEPT_MS);
  const forgotten = db
    .$with('forgotten', {})
    .as(db.delete(requestCounts).where(lt(requestCounts.minute, old)).getSQL());
  const added = await db
    .with(forgotten)
    .insert(requestCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [requestCounts.minute, key],
      set: { count: sql`${count} + excluded.count` },
    })
    .returning({ key, count });
  return new Map(added.map((row) => [row.key.toString('hex'), row.count]));
}

async function fromWhen(
  db: Database,
  { key, limits }: Allowance,
  now: Date,
): Promise<Date | undefined> {
  const { at } = limitedActions;
  const most = Math.max(...limits.map((limit) => limit.most));
  const done = db.select({ at }).from(limitedActions).where(eq(limitedActions.key, key));
  const rows = await done.orderBy(desc(at)).limit(most);
  return possibleFrom(
    rows.map((row) => row.at),
    limits,
    now,
  );
}

/**
 * Takes one of each allowance; if one is used up, takes none and returns it. Allowances stay locked
 * until the transaction ends: lock documents and accounts first.
 */
export async function takeAllowances(
  db: Transaction,
  asked: readonly Allowance[],
  at: Date,
): Promise<UsedUp | undefined> {
  const sorted = [...asked].sort((one, other) => one.key.compare(other.key));
  for (const { key } of sorted) {
    const lock = String(key.readBigInt64BE());
    await db.execute(sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`);
  }
  for (const allowance of asked) {
    const from = await fromWhen(db, allowance, at);
    if (from) return { allowance, from };
  }
  await db.insert(limitedActions).values(asked.map(({ key }) => ({ key, at })));
  return undefined;
}

export async function forgetActions(db: Database, now: Date): Promise<void> {
  // No limit looks back further than a day.
  await db.delete(limitedActions).where(lte(limitedActions.at, new Date(now.getTime() - DAY_MS)));
}
