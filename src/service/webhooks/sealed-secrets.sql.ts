import { asc, eq } from 'drizzle-orm';
import type { Database, SealedDatabase, Transaction } from '../store/database.ts';
import { webhookEndpoints } from '../store/schema/webhooks.ts';

const { seq, endpointId, sealedSecret, sealedNextSecret } = webhookEndpoints;
const select = (db: Database) =>
  db
    .select({ endpointId, sealedSecret, sealedNextSecret })
    .from(webhookEndpoints)
    .orderBy(asc(seq));

/** Ids of endpoints, including removed ones, with a secret that no key opens. */
export async function listUnopenedSecrets(db: SealedDatabase): Promise<string[]> {
  const rows = await select(db);
  return rows.flatMap(({ endpointId: id, ...sealed }) => {
    try {
      for (const secret of Object.values(sealed)) if (secret) db.seal.open(secret, id);
      return [];
    } catch {
      return [id];
    }
  });
}

/** Seals secrets of older keys under the newest one. Returns how many endpoints it changed. */
export async function resealSecrets(db: Transaction): Promise<number> {
  const isOld = (sealed: Buffer | null) => sealed !== null && !db.seal.isNewest(sealed);
  const rows = await select(db).for('update');
  const old = rows.filter((row) => isOld(row.sealedSecret) || isOld(row.sealedNextSecret));
  for (const { endpointId: id, ...sealed } of old) {
    const again = (secret: Buffer) => db.seal.seal(db.seal.open(secret, id), id);
    const change = {
      sealedSecret: again(sealed.sealedSecret),
      sealedNextSecret: sealed.sealedNextSecret && again(sealed.sealedNextSecret),
    };
    await db.update(webhookEndpoints).set(change).where(eq(endpointId, id));
  }
  return old.length;
}
