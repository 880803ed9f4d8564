import { lt, sql } from 'drizzle-orm';

import type { Database } from '../database.ts';
import { requestCounts } from '../schema/request-counts.ts';

/** Requests to be added to a count. */
export interface AddedCount {
  /** 32 hexadecimal digits. */
  readonly key: string;
  readonly added: number;
}

const KEPT_MS = 5 * 60_000;

/**
 * Adds requests to the counts of a minute, in one statement, and returns the new totals. Rows are written in the order of their
 * keys: processes wait for each other, never in a circle.
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
  const added = await db
    .insert(requestCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [requestCounts.minute, key],
      set: { count: sql`${count} + excluded.count` },
    })
    .returning({ key, count });
  const old = new Date(minute.getTime() - KEPT_MS);
  await db.delete(requestCounts).where(lt(requestCounts.minute, old));
  return new Map(added.map((row) => [row.key.toString('hex'), row.count]));
}
