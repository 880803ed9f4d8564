import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Breaker } from '../../../domain/breaker.ts';
import { closedBreaker } from '../../../domain/breaker.ts';
import type { DocumentStore } from '../../../ports/store/document-store.ts';
import type { Database } from '../database.ts';
import { ask, databaseOn, runTransaction } from '../database.ts';
import { gatewayBreakers } from '../schema/gateway-breakers.ts';

/** What all processes know of the gateways. */
export function breakersOn(pool: Pool): Pick<DocumentStore, 'listBreakers' | 'changeBreaker'> {
  const db = databaseOn(pool);
  return {
    listBreakers: () => ask(async () => await db.select().from(gatewayBreakers)),
    changeBreaker: (gateway, change) =>
      runTransaction(pool, (tx) => changeBreaker(tx, gateway, change)),
  };
}

async function changeBreaker(
  db: Database,
  gateway: string,
  change: (before: Breaker) => Breaker,
): Promise<void> {
  const { failedAt, openUntil } = closedBreaker(gateway);
  const row = { gateway, failedAt: [...failedAt], openUntil };
  await db.insert(gatewayBreakers).values(row).onConflictDoNothing();
  const isIt = eq(gatewayBreakers.gateway, gateway);
  const [before] = await db.select().from(gatewayBreakers).where(isIt).for('update');
  const after = change(before ?? row);
  await db
    .update(gatewayBreakers)
    .set({ failedAt: [...after.failedAt], openUntil: after.openUntil })
    .where(isIt);
}
