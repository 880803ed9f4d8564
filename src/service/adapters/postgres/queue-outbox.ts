import { and, asc, eq } from 'drizzle-orm';
import type { EventFact, MailNotice, TestFact } from '../../domain/outbox.ts';
import type { Database } from './database.ts';
import { outbox } from './schema/outbox.ts';
import { events, webhookEndpoints } from './schema/webhooks.ts';

/** Stores an event's exact bytes; answers its place among all. */
async function storeEvent(db: Database, stored: typeof events.$inferInsert): Promise<number> {
  const [row] = await db.insert(events).values(stored).returning({ seq: events.seq });
  if (!row) throw new Error('The event was not stored.');
  return row.seq;
}

/**
 * Stores an event's exact bytes and queues a delivery to each endpoint that is enabled now, in their order; answers
 * how many. To one that is off the delivery is kept as skipped.
 */
export async function queueEvent(
  db: Database,
  { accountId, documentId, event }: EventFact,
  at: Date,
): Promise<number> {
  const body = Buffer.from(JSON.stringify(event));
  const stored = { accountId, documentId, event: event.event, body, createdAt: at };
  const eventSeq = await storeEvent(db, stored);
  const { endpointId, enabled } = webhookEndpoints;
  const endpoints = await db
    .select({ endpointId, enabled })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, accountId), eq(webhookEndpoints.removed, false)))
    .orderBy(asc(webhookEndpoints.seq))
    // Who switches one off or removes it at this moment waits, and then finds this delivery.
    .for('share');
  if (endpoints.length === 0) return 0;
  const delivery = { kind: 'delivery', documentId, eventSeq, dueAt: at, createdAt: at } as const;
  const rows = endpoints.map(({ enabled: isOn, endpointId: to }) => {
    return {
      ...delivery,
      endpointId: to,
      state: isOn ? ('queued' as const) : ('skipped' as const),
    };
  });
  await db.insert(outbox).values(rows);
  return rows.filter(({ state }) => state === 'queued').length;
}

/** Queues an event to one endpoint, on or off, to be tried once; answers the delivery's id. */
export async function queueTest(
  db: Database,
  { accountId, endpointId, event }: TestFact,
  at: Date,
): Promise<string> {
  const body = Buffer.from(JSON.stringify(event));
  const eventSeq = await storeEvent(db, { accountId, event: event.event, body, createdAt: at });
  const once = { trigger: 'manual', resumeState: 'failed' } as const;
  const [row] = await db
    .insert(outbox)
    .values({ kind: 'delivery', endpointId, eventSeq, ...once, dueAt: at, createdAt: at })
    .returning({ id: outbox.id });
  if (!row) throw new Error('The test was not queued.');
  return row.id;
}

/** Queues a mail, due at once unless told. */
export async function queueMail(
  db: Database,
  mail: MailNotice,
  {
    at,
    dueAt = at,
    ...to
  }: { documentId: string | null; signerId: string | null; at: Date; dueAt?: Date },
): Promise<void> {
  await db.insert(outbox).values({ kind: 'mail', mail, ...to, dueAt, createdAt: at });
}
