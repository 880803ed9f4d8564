import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type {
  Delivery,
  DeliveryFilter,
  DeliverySummary,
  LoggedTry,
} from '../../../domain/delivery.ts';
import type { Database } from '../database.ts';
import { outbox, outboxLeases, outboxTries, outboxWaiting } from '../schema/outbox.ts';
import { events, webhookEndpoints } from '../schema/webhooks.ts';

type TryRow = typeof outboxTries.$inferSelect;

interface Row {
  readonly item: typeof outbox.$inferSelect;
  readonly event: typeof events.$inferSelect;
  readonly endpoint: { readonly endpointId: string; readonly url: string };
  readonly waiting: typeof outboxWaiting.$inferSelect | null;
  readonly lease: typeof outboxLeases.$inferSelect | null;
  readonly last: TryRow | null;
}

const { endpointId, url, accountId } = webhookEndpoints;

/** Deliveries with their events and endpoints, newest first, each with its newest try. */
const select = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      item: outbox,
      event: events,
      endpoint: { endpointId, url },
      waiting: outboxWaiting,
      lease: outboxLeases,
      last: outboxTries,
    })
    .from(outbox)
    .innerJoin(events, eq(events.seq, outbox.eventSeq))
    .innerJoin(webhookEndpoints, eq(endpointId, outbox.endpointId))
    .leftJoin(outboxWaiting, eq(outboxWaiting.seq, outbox.seq))
    .leftJoin(outboxLeases, eq(outboxLeases.seq, outbox.seq))
    .leftJoin(
      outboxTries,
      and(
        eq(outboxTries.outboxSeq, outbox.seq),
        sql`${outboxTries.number} = (
          SELECT max(t.number) FROM outbox_tries t WHERE t.outbox_seq = ${outbox.seq})`,
      ),
    )
    .where(condition)
    .orderBy(desc(outbox.seq));

const textOf = (body: Buffer | null): string | null => body?.toString('utf8') ?? null;

function toTry({ number, trigger, startedAt, ok, ...row }: TryRow): LoggedTry {
  const { status, error, durationMs, exchange } = row;
  const body = textOf(row.body);
  return { number, trigger, startedAt, ok, status, error, durationMs, body, exchange };
}

function toSummary({ item, event, endpoint, waiting, lease, last }: Row): DeliverySummary {
  const { id, givenUp, createdAt } = item;
  return {
    deliveryId: id,
    ...endpoint,
    event: event.event,
    documentId: event.documentId,
    state: waiting ? 'queued' : (givenUp ?? 'done'),
    createdAt,
    tries: Math.max(waiting?.attempts ?? 0, lease?.number ?? 0, last?.number ?? 0),
    nextTryAt: waiting?.dueAt ?? null,
    lastTry: last && lastOf(last),
  };
}

const lastOf = ({ startedAt, ok, status, error, durationMs }: TryRow) => {
  return { startedAt, ok, status, error, durationMs };
};

/** What is not delivered though it was tried, or was never to be. */
const IS_FAILED = sql`(${outbox.givenUp} IS NOT NULL
  OR (${outboxWaiting.seq} IS NOT NULL AND EXISTS (
    SELECT 1 FROM outbox_tries t WHERE t.outbox_seq = ${outbox.seq})))`;

/** An account's deliveries, newest first. */
export async function listDeliveries(
  db: Database,
  filter: DeliveryFilter,
): Promise<DeliverySummary[]> {
  const condition = and(
    eq(accountId, filter.accountId),
    filter.endpointId === undefined ? undefined : eq(outbox.endpointId, filter.endpointId),
    filter.documentId === undefined ? undefined : eq(events.documentId, filter.documentId),
    filter.since && gte(outbox.createdAt, filter.since),
    filter.isFailed ? IS_FAILED : undefined,
  );
  const rows = await select(db, condition).limit(filter.limit);
  return rows.map(toSummary);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The ids that begin so, as a range that the index knows; none where no id can. */
function beginsWith(beginning: string): SQL | undefined {
  const from = beginning + LOWEST.slice(beginning.length);
  const to = beginning + HIGHEST.slice(beginning.length);
  return UUID.test(from) ? and(gte(outbox.id, from), lte(outbox.id, to)) : undefined;
}

/** Ids of an account's deliveries that begin so, two at most: the second says that it is not the only one. */
export async function findDeliveryIds(
  db: Database,
  own: { readonly accountId: string; readonly beginning: string },
): Promise<string[]> {
  const isMeant = beginsWith(own.beginning);
  if (!isMeant) return [];
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .innerJoin(webhookEndpoints, eq(endpointId, outbox.endpointId))
    .where(and(eq(accountId, own.accountId), isMeant))
    .limit(2);
  return rows.map(({ id }) => id);
}

/** A delivery with its bytes and its log; undefined when the account has none of this id. */
export async function findDelivery(
  db: Database,
  own: { readonly accountId: string; readonly deliveryId: string },
): Promise<Delivery | undefined> {
  if (!UUID.test(own.deliveryId)) return undefined;
  const isIt = and(eq(accountId, own.accountId), eq(outbox.id, own.deliveryId));
  const [row] = await select(db, isIt);
  if (!row) return undefined;
  const tries = await db
    .select()
    .from(outboxTries)
    .where(eq(outboxTries.outboxSeq, row.item.seq))
    .orderBy(asc(outboxTries.number));
  return { ...toSummary(row), body: row.event.body, log: tries.map(toTry) };
}
