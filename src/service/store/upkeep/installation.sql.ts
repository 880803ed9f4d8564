import { eq, sql } from 'drizzle-orm';
import type { Installation } from '../../core/installation.rules.ts';
import type { Breaker } from '../../core/signing/breaker.rules.ts';
import { closedBreaker } from '../../core/signing/breaker.rules.ts';
import type { Database, Transaction } from '../database.ts';
import { documents } from '../schema/documents.tables.ts';
import { gatewayBreakers, installation } from '../schema/installation.tables.ts';

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

const { id, createdAt, publicUrl, fingerprints } = installation;

export async function readInstallation(db: Database): Promise<Installation | undefined> {
  const [row] = await db.select({ id, createdAt, publicUrl, fingerprints }).from(installation);
  return row;
}

/** Stores an installation unless there is one. Returns the stored one. */
export async function createInstallation(
  db: Database,
  wanted: Installation,
): Promise<Installation> {
  await db.insert(installation).values(wanted).onConflictDoNothing();
  return (await readInstallation(db)) ?? wanted;
}

export async function changeInstallation(
  db: Database,
  newest: Pick<Installation, 'fingerprints' | 'publicUrl'>,
): Promise<void> {
  await db.update(installation).set(newest);
}

export async function hasDocuments(db: Database): Promise<boolean> {
  return (await db.select({ one: sql`1` }).from(documents).limit(1)).length > 0;
}
