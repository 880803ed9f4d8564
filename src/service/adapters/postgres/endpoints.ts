import { and, asc, eq, inArray } from 'drizzle-orm';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { Database } from './database.ts';
import { outbox } from './schema/outbox.ts';
import { webhookEndpoints } from './schema/webhooks.ts';
import type { SecretSeal } from './secret-seal.ts';

const isOwn = (accountId: string, endpointId: string) =>
  and(
    eq(webhookEndpoints.accountId, accountId),
    eq(webhookEndpoints.endpointId, endpointId),
    eq(webhookEndpoints.removed, false),
  );

/** Adds an endpoint, its secret sealed. */
export async function insertEndpoint(
  db: Database,
  seal: SecretSeal,
  { secret, ...plain }: WebhookEndpoint,
): Promise<void> {
  const sealedSecret = seal.seal(secret, plain.endpointId);
  await db.insert(webhookEndpoints).values({ ...plain, sealedSecret });
}

/** An account's endpoints, oldest first. */
export async function listEndpoints(
  db: Database,
  seal: SecretSeal,
  accountId: string,
): Promise<WebhookEndpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, accountId), eq(webhookEndpoints.removed, false)))
    .orderBy(asc(webhookEndpoints.seq));
  return rows.map(({ endpointId, url, sealedSecret, enabled, createdAt }) => {
    const secret = seal.open(sealedSecret, endpointId);
    return { endpointId, accountId, url, secret, enabled, createdAt };
  });
}

/** An account's endpoint, by its id. */
export interface EndpointKey {
  readonly accountId: string;
  readonly endpointId: string;
}

/** Switches an endpoint on or off; its deliveries wait while it is off. False when there is none. */
export async function enableEndpoint(
  db: Database,
  { accountId, endpointId }: EndpointKey,
  enabled: boolean,
): Promise<boolean> {
  const { rowCount } = await db
    .update(webhookEndpoints)
    .set({ enabled })
    .where(isOwn(accountId, endpointId));
  return rowCount === 1;
}

const GIVEN_UP = {
  lease: null,
  leasedUntil: null,
  trigger: 'auto',
  resumeState: null,
  resumeAt: null,
} as const;

/** Removes an endpoint and gives its waiting deliveries up; false when there is none. */
export async function removeEndpoint(
  db: Database,
  { accountId, endpointId }: EndpointKey,
): Promise<boolean> {
  const { rowCount } = await db
    .update(webhookEndpoints)
    .set({ removed: true, enabled: false })
    .where(isOwn(accountId, endpointId));
  if (rowCount !== 1) return false;
  // In one order, as whoever settles many tries at once: neither waits for the other.
  const waiting = db
    .select({ seq: outbox.seq })
    .from(outbox)
    .where(and(eq(outbox.endpointId, endpointId), eq(outbox.state, 'queued')))
    .orderBy(asc(outbox.seq))
    .for('update');
  await db
    .update(outbox)
    .set({ ...GIVEN_UP, state: 'failed' })
    .where(inArray(outbox.seq, waiting));
  return true;
}
