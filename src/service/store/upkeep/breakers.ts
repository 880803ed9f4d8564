import { eq } from 'drizzle-orm';
import type { Breaker } from '../../core/signing/breaker.rules.ts';
import { closedBreaker } from '../../core/signing/breaker.rules.ts';
import type { Database, Transaction } from '../database.ts';
import { gatewayBreakers } from '../schema/gateway-breakers.ts';

/** Lists the gateways that ever failed. */
export async function listBreakers(db: Database): Promise<Breaker[]> {
  return await db.select().from(gatewayBreakers);
}

/** Changes a gateway's breaker based on its current state, with the row locked. */
export async function changeBreaker(
  db: Transaction,
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
