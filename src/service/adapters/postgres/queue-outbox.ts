import { and, asc, eq } from 'drizzle-orm';
import type { EventFact, MailNotice } from '../../domain/outbox.ts';
import type { Database } from './database.ts';
import { outbox } from './schema/outbox.ts';
import { events, webhookEndpoints } from './schema/webhooks.ts';

/**
 * Stores an event's exact bytes and queues a delivery to each endpoint that is enabled now, in their order; answers
 * how many.
 */
export async function queueEvent(
  db: Database,
  { accountId, documentId, event }: EventFact,
  at: Date,
): Promise<number> {
  const body = Buffer.from(JSON.stringify(event));
  const [stored] = await db
    .insert(events)
    .values({ accountId, documentId, event: event.event, body, createdAt: at })
    .returning({ seq: events.seq });
  const isEnabled = and(
    eq(webhookEndpoints.accountId, accountId),
    eq(webhookEndpoints.enabled, true),
  );
  const endpoints = await db
    .select({ endpointId: webhookEndpoints.endpointId })
    .from(webhookEndpoints)
    .where(isEnabled)
    .orderBy(asc(webhookEndpoints.seq))
    // Who switches one off or removes it at this moment waits, and then finds this delivery.
    .for('share');
  if (!stored || endpoints.length === 0) return 0;
  const delivery = { kind: 'delivery' as const, documentId, eventSeq: stored.seq };
  await db
    .insert(outbox)
    .values(endpoints.map((endpoint) => ({ ...delivery, ...endpoint, dueAt: at, createdAt: at })));
  return endpoints.length;
}

/** Queues a mail, due at once unless told. */
export async function queueMail(
  db: Database,
  mail: MailNotice,
  {
    at,
    dueAt = at,
    ...to
  }: { documentId: string; signerId: string | null; at: Date; dueAt?: Date },
): Promise<void> {
  await db.insert(outbox).values({ kind: 'mail', mail, ...to, dueAt, createdAt: at });
}
