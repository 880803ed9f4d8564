import { and, asc, count, eq, sql } from 'drizzle-orm';
import { EXTRA_EVENTS } from '../../contract/webhooks/webhook-headers.ts';
import type { Database, SealedDatabase, SecretSeal, Transaction } from '../store/database.ts';
import { webhookEndpoints } from '../store/schema/outbox.tables.ts';
import type { WebhookEndpoint } from './webhook-endpoint.rules.ts';

const { seq, endpointId, sealedSecret, sealedNextSecret } = webhookEndpoints;
const selectSealed = (db: Database) =>
  db
    .select({ endpointId, sealedSecret, sealedNextSecret })
    .from(webhookEndpoints)
    .orderBy(asc(seq));

/** Ids of endpoints, including removed ones, with a secret that no key opens. */
export async function listUnopenedSecrets(db: SealedDatabase): Promise<string[]> {
  const rows = await selectSealed(db);
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
  const rows = await selectSealed(db).for('update');
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

export type EndpointChange = Partial<
  Pick<
    WebhookEndpoint,
    | 'secret'
    | 'nextSecret'
    | 'enabled'
    | 'disabledReason'
    | 'disabledAt'
    | 'health'
    | 'extraEvents'
    | 'expiredSince'
  >
>;

type Row = typeof webhookEndpoints.$inferSelect;
type NewRow = typeof webhookEndpoints.$inferInsert;

const isThere = (endpointId: string) =>
  and(eq(webhookEndpoints.endpointId, endpointId), eq(webhookEndpoints.removed, false));

function columnsOf(seal: SecretSeal, endpointId: string, change: EndpointChange): Partial<NewRow> {
  const { secret, nextSecret, health, extraEvents, ...plain } = change;
  const sealed = (text: string) => seal.seal(text, endpointId);
  return {
    ...plain,
    ...health,
    ...(extraEvents && { extraEvents: [...extraEvents] }),
    ...(secret !== undefined && { sealedSecret: sealed(secret) }),
    ...(nextSecret !== undefined && {
      sealedNextSecret: nextSecret === null ? null : sealed(nextSecret),
    }),
  };
}

function toEndpoint(row: Row, seal: SecretSeal): WebhookEndpoint {
  const { endpointId, accountId, url, enabled, disabledReason, disabledAt, createdAt } = row;
  const { noSuccessSince, failures, failingSince, sealedSecret, sealedNextSecret } = row;
  return {
    endpointId,
    accountId,
    url,
    secret: seal.open(sealedSecret, endpointId),
    nextSecret: sealedNextSecret && seal.open(sealedNextSecret, endpointId),
    enabled,
    disabledReason,
    disabledAt,
    extraEvents: EXTRA_EVENTS.filter((type) => row.extraEvents.includes(type)),
    expiredSince: row.expiredSince,
    health: { noSuccessSince, failures, failingSince },
    createdAt,
  };
}

export async function insertEndpoint(db: Transaction, endpoint: WebhookEndpoint): Promise<void> {
  const { endpointId, accountId, url, createdAt, secret, ...change } = endpoint;
  const sealedSecret = db.seal.seal(secret, endpointId);
  const fixed = { endpointId, accountId, url, sealedSecret, createdAt, enabled: change.enabled };
  await db.insert(webhookEndpoints).values({ ...columnsOf(db.seal, endpointId, change), ...fixed });
}

const isOf = (accountId: string) =>
  and(eq(webhookEndpoints.accountId, accountId), eq(webhookEndpoints.removed, false));

export async function countEndpoints(db: Transaction, accountId: string): Promise<number> {
  const [row] = await db.select({ counted: count() }).from(webhookEndpoints).where(isOf(accountId));
  return row?.counted ?? 0;
}

export async function listEndpoints(
  db: SealedDatabase,
  accountId: string,
): Promise<WebhookEndpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(isOf(accountId))
    .orderBy(asc(webhookEndpoints.seq));
  return rows.map((row) => toEndpoint(row, db.seal));
}

export async function findEndpoint(
  db: SealedDatabase,
  endpointId: string,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(isThere(endpointId));
  return row && toEndpoint(row, db.seal);
}

export async function lockEndpoint(
  db: Transaction,
  endpointId: string,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(isThere(endpointId))
    .for('no key update');
  return row && toEndpoint(row, db.seal);
}

/** Changes an endpoint. Its deliveries wait while it is off. */
export async function changeEndpoint(
  db: Transaction,
  endpointId: string,
  change: EndpointChange,
): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set(columnsOf(db.seal, endpointId, change))
    .where(isThere(endpointId));
  if (change.enabled) db.noteQueued();
}

/** Removes an endpoint and gives up its pending deliveries; false if the account lacks it. */
export async function removeEndpoint(
  db: Database,
  accountId: string,
  endpointId: string,
): Promise<boolean> {
  const removed = await db
    .update(webhookEndpoints)
    .set({ removed: true, enabled: false })
    .where(and(eq(webhookEndpoints.accountId, accountId), isThere(endpointId)))
    .returning({ endpointId: webhookEndpoints.endpointId });
  if (removed.length === 0) return false;
  // Locked in the same order as by a settlement, so that neither waits for the other.
  await db.execute(sql`
    WITH waiting AS (
      SELECT seq FROM deliveries WHERE endpoint_id = ${endpointId} AND state = 'queued' ORDER BY seq FOR UPDATE)
    UPDATE deliveries d SET state = 'failed', next_at = NULL, by_hand = false, resume_state = NULL,
        resume_at = NULL
      FROM waiting WHERE d.seq = waiting.seq`);
  return true;
}
