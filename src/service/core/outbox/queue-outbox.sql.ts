import { sql } from 'drizzle-orm';
import { EXTRA_EVENTS } from '../../../contract/webhooks/webhook-headers.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { IN_STATE } from '../../store/documents/documents.sql.ts';
import { deliveries } from '../../store/schema/outbox.tables.ts';
import type { MailDue, MailNotice } from '../mails/mail-notice.rules.ts';
import type { EventFact, TestFact } from './outbox.rules.ts';

/** Signals that something was queued, or that an endpoint's backlog is full. */
export interface OutboxSignal {
  /** Calls back at each signal. Returns a function that unsubscribes. */
  on(wake: () => void): () => void;
  wake(): void;
  /** Calls back with endpoints whose event was skipped. Returns a function that unsubscribes. */
  onFull(tell: (endpointId: string) => void): () => void;
  tellFull(endpointId: string): void;
}

function listeners<Said extends unknown[]>() {
  const all = new Set<(...said: Said) => void>();
  return {
    add: (listener: (...said: Said) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    call: (...said: Said) => {
      for (const listener of all) listener(...said);
    },
  };
}

export function outboxSignal(): OutboxSignal {
  const queued = listeners<[]>();
  const full = listeners<[string]>();
  return { on: queued.add, wake: queued.call, onFull: full.add, tellFull: full.call };
}

/** Most deliveries that wait for a failing endpoint: a week's outage must not fill the disk. */
const MOST_WAITING = sql.raw('10000');

/** Listed of what an endpoint misses in a row; a recovery finds the rest by the events. */
const MOST_SKIPPED = sql.raw('20');

/**
 * Queues an event's exact bytes to each enabled endpoint, in their order; one beside the
 * specification only to those that ask for it, and is not kept if none does. For an endpoint that
 * is off or full, the first deliveries are kept as skipped. Locks the endpoints, so that a concurrent
 * switch-off or removal finds the new delivery.
 */
export async function emitEvent(
  db: Transaction,
  { accountId, documentId, event }: EventFact,
  at: Date,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(event));
  const isExtra = EXTRA_EVENTS.some((type) => type === event.event);
  const { rows } = await db.execute<{ id: string; enabled: boolean; isFull: boolean }>(sql`
    WITH endpoints AS (
      SELECT endpoint_id AS id, enabled, failures > 0 AND (SELECT count(*) FROM (
          SELECT FROM deliveries WHERE coalesce(endpoint_id, '') = e.endpoint_id
            AND state = 'queued' AND NOT by_hand LIMIT ${MOST_WAITING}) waiting) = ${MOST_WAITING} AS is_full
        FROM webhook_endpoints e WHERE account_id = ${accountId} AND NOT removed
          AND (NOT ${isExtra}::boolean OR ${event.event} = ANY (extra_events)) ORDER BY seq FOR SHARE),
    event AS (
      INSERT INTO events (account_id, document_id, event, body, created_at)
        SELECT ${accountId}, ${documentId}::uuid, ${event.event}, ${body}, ${at}::timestamptz
          WHERE NOT ${isExtra}::boolean OR EXISTS (SELECT FROM endpoints) RETURNING *),
    queued AS (
      INSERT INTO deliveries (endpoint_id, event_seq, document_id, created_at, state, next_at)
        SELECT id, seq, document_id, created_at,
            CASE WHEN enabled AND NOT is_full THEN 'queued' ELSE 'skipped' END,
            CASE WHEN enabled AND NOT is_full THEN created_at END
          FROM endpoints CROSS JOIN event
          WHERE (enabled AND NOT is_full) OR (SELECT count(*) FROM (
            SELECT state FROM deliveries WHERE endpoint_id = endpoints.id ORDER BY deliveries.seq DESC
              LIMIT ${MOST_SKIPPED}) newest WHERE newest.state = 'skipped') < ${MOST_SKIPPED})
    SELECT id, enabled, is_full AS "isFull" FROM endpoints`);
  const enabled = rows.filter((row) => row.enabled);
  const full = enabled.filter((row) => row.isFull);
  if (full.length < enabled.length) db.noteQueued();
  db.noteFull(full.map(({ id }) => id));
}

/** Queues an event for one attempt to one endpoint, on or off. Returns the delivery's id. */
export async function queueTest(
  db: Transaction,
  { accountId, endpointId, event }: TestFact,
  at: Date,
): Promise<string> {
  const body = Buffer.from(JSON.stringify(event));
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH event AS (
      INSERT INTO events (account_id, event, body, created_at)
        VALUES (${accountId}, ${event.event}, ${body}, ${at}::timestamptz) RETURNING *)
    INSERT INTO deliveries (endpoint_id, event_seq, created_at, state, next_at, by_hand, resume_state)
      SELECT ${endpointId}, seq, created_at, 'queued', created_at, true, 'failed' FROM event RETURNING id`);
  const [row] = rows;
  if (!row) throw new Error('The test event was not queued.');
  db.noteQueued();
  return row.id;
}

/** Queues mails, in one statement. A sign-in mail has the id of its sign-in. */
export async function queueMails(
  db: Transaction,
  mails: readonly (MailDue & { readonly notice: MailNotice })[],
): Promise<void> {
  if (mails.length === 0) return;
  await db.insert(deliveries).values(
    mails.map(({ notice, documentId, signerId, at, dueAt: nextAt = at }) => ({
      ...{ mail: notice, documentId, signerId, createdAt: at, nextAt, state: 'queued' as const },
      ...(notice.kind === 'sign-in' && { id: notice.signInId }),
    })),
  );
  db.noteQueued();
}

export const queueMail = (db: Transaction, notice: MailNotice, due: MailDue): Promise<void> =>
  queueMails(db, [{ notice, ...due }]);

/** Expiries that a longer outage hid are not announced. */
const DAYS_BACK = sql.raw("interval '7 days'");

export interface Unannounced {
  readonly documentId: string;
  readonly linksUntil: Date;
}

/**
 * Documents whose links expired in the last 7 days, after an endpoint of the account asked for
 * `document.expired`, and whose expiry was not announced.
 */
export async function listUnannounced(
  db: Database,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Unannounced[]> {
  const { rows } = await db.execute<{ id: string; until: string }>(sql`
    SELECT document_id AS id, links_until AS until FROM documents
      JOIN (SELECT account_id, min(expired_since) AS since FROM webhook_endpoints
        WHERE expired_since IS NOT NULL AND NOT removed GROUP BY account_id) asked USING (account_id)
      WHERE removed_at IS NULL AND ${IN_STATE.waiting}
        AND links_until <= ${now}::timestamptz
        AND links_until > greatest(since, ${now}::timestamptz - ${DAYS_BACK})
        AND NOT EXISTS (SELECT FROM events e WHERE e.document_id = documents.document_id
          AND event = 'document.expired' AND e.created_at >= links_until)
      ORDER BY links_until LIMIT ${limit}`);
  return rows.map(({ id, until }) => ({ documentId: id, linksUntil: new Date(until) }));
}

/** Whether `document.expired` was emitted since the links expired. */
export async function hasAnnouncedExpiry(
  db: Database,
  { documentId, linksUntil }: Unannounced,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM events WHERE document_id = ${documentId}::uuid AND event = 'document.expired'
      AND created_at >= ${linksUntil}::timestamptz LIMIT 1`);
  return rows.length > 0;
}
