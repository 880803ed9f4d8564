import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, SealedDatabase, SecretSeal, Transaction } from '../../store/database.ts';
import { readMail } from '../../store/schema/checked-json.ts';
import { deliveries } from '../../store/schema/outbox.tables.ts';
import type { MailNotice } from '../mails/mail-notice.rules.ts';
import type { DeliveryAttempt, OutboxClaim, OutboxItem, Verdict } from './outbox.rules.ts';
import { queueOf } from './outbox.rules.ts';

export interface SentMail {
  /** Null for a mail to an account. */
  readonly documentId: string | null;
  readonly signerId: string | null;
  readonly kind: MailNotice['kind'];
}

const isMail = (mailId: string) => and(eq(deliveries.id, mailId), isNotNull(deliveries.mail));

export async function findMail(db: Database, mailId: string): Promise<SentMail | undefined> {
  const { documentId, signerId, mail } = deliveries;
  const [row] = await db
    .select({ documentId, signerId, mail })
    .from(deliveries)
    .where(isMail(mailId));
  if (!row?.mail) return undefined;
  return { documentId: row.documentId, signerId: row.signerId, kind: row.mail.kind };
}

/** Records a bounce with its status (RFC 3463); false when one was recorded before. */
export async function recordBounce(
  db: Transaction,
  mailId: string,
  { at, status }: { readonly at: Date; readonly status: string | null },
): Promise<boolean> {
  const rows = await db
    .update(deliveries)
    .set({ bouncedAt: at, bounceStatus: status })
    .where(and(isMail(mailId), isNull(deliveries.bouncedAt)))
    .returning({ id: deliveries.id });
  return rows.length > 0;
}

const rowOf = ({ item, result, verdict, startedAt, endedAt, usesStep }: DeliveryAttempt) => ({
  seq: item.seq,
  number: item.attempt,
  trigger: item.trigger,
  ...result,
  // Bytes, since a response may hold what text cannot.
  body: result.body === null ? null : Buffer.from(result.body).toString('base64'),
  startedAt,
  endedAt,
  state: verdict.state,
  nextAt: verdict.state === 'queued' ? verdict.dueAt : null,
  usesStep,
});

/**
 * Logs finished attempts and sets their items' states, in one statement. Changes no state if an
 * attempt was settled before or lost its lease, and logs nothing for deleted rows. Locks rows in
 * order, so that statements cannot deadlock.
 */
export async function settleOutbox(db: Database, ended: readonly DeliveryAttempt[]): Promise<void> {
  await db.execute(sql`
    WITH ended AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(ended.map(rowOf))}::json) AS ended (seq bigint,
        number int, trigger text, ok boolean, status int, error text, body text, "durationMs" float,
        "retryAfterMs" float, exchange json, "startedAt" timestamptz, "endedAt" timestamptz, state text,
        "nextAt" timestamptz, "usesStep" boolean)),
    known AS MATERIALIZED (
      SELECT d.seq FROM deliveries d WHERE d.seq IN (SELECT seq FROM ended) ORDER BY d.seq FOR UPDATE),
    logged AS (
      INSERT INTO delivery_attempts (delivery_seq, number, trigger, started_at, ended_at, ok, status,
          error, body, duration_ms, retry_after_ms, exchange)
        SELECT seq, number, trigger, "startedAt", "endedAt", ok, status, error, decode(body, 'base64'),
            "durationMs", "retryAfterMs", exchange FROM ended JOIN known USING (seq)
        ON CONFLICT DO NOTHING RETURNING delivery_seq AS seq, number)
    UPDATE deliveries d SET state = ended.state, next_at = "nextAt", by_hand = false,
        resume_state = NULL, resume_at = NULL, step = d.step + "usesStep"::int
      FROM (SELECT ended.* FROM ended JOIN logged USING (seq, number) ORDER BY seq) ended
      WHERE d.seq = ended.seq AND d.attempts = ended.number AND d.state = 'queued'`);
}

/** After this many failures in a row, an endpoint gets one attempt at a time until it succeeds. */
const FAILURES = sql.raw('4');

/** True of a delivery `d` whose newest attempt is running or crashed: it is not logged. */
export const IS_UNFINISHED = sql`d.attempts > 0 AND NOT EXISTS (
  SELECT FROM delivery_attempts a WHERE a.delivery_seq = d.seq AND a.number = d.attempts)`;

// Finds the queues by skipping from key to key of their index, and leases the oldest due rows of
// each. A first attempt waits for older ones of its endpoint and document. Says when the next row is
// due, even if it leases none.
const leaseDue = ({ now, leaseUntil, limit, perQueue, held = [] }: OutboxClaim) => sql`
  WITH RECURSIVE queues (queue, by_hand) AS (
    (SELECT coalesce(endpoint_id, ''), by_hand FROM deliveries WHERE state = 'queued' ORDER BY 1, 2 LIMIT 1)
    UNION ALL
    SELECT next.* FROM queues CROSS JOIN LATERAL (
      SELECT coalesce(endpoint_id, ''), by_hand FROM deliveries WHERE state = 'queued'
        AND (coalesce(endpoint_id, ''), by_hand) > (queues.queue, queues.by_hand)
        ORDER BY 1, 2 LIMIT 1) next),
  open AS MATERIALIZED (
    SELECT queues.*, e.url, e.sealed_secret, e.sealed_next_secret, e.failures, e.failing_since, e.no_success_since,
        CASE WHEN e.failures >= ${FAILURES} THEN 1 ELSE ${perQueue}::int END - coalesce(held.count, 0) AS room
      FROM queues LEFT JOIN webhook_endpoints e ON e.endpoint_id = queue
      LEFT JOIN (SELECT queue, count(*) FROM unnest(${sql.param(held.map(queueOf))}::text[]) AS held (queue)
        GROUP BY 1) held USING (queue)
      WHERE e.enabled IS NOT FALSE OR by_hand),
  due AS MATERIALIZED (
    SELECT open.*, due.seq, row_number() OVER (PARTITION BY queue ORDER BY next_at, due.seq) AS place
      FROM open CROSS JOIN LATERAL (
        SELECT seq, next_at FROM deliveries d
          WHERE coalesce(endpoint_id, '') = open.queue AND by_hand = open.by_hand AND state = 'queued'
            AND next_at <= ${now}::timestamptz AND seq <> ALL (${sql.param(held.map(({ seq }) => seq))}::bigint[])
            AND NOT (step = 0 AND EXISTS (SELECT FROM deliveries first
              WHERE first.state = 'queued' AND first.step = 0 AND first.endpoint_id = d.endpoint_id
                AND first.document_id = d.document_id AND first.seq < d.seq))
          ORDER BY next_at, seq LIMIT least(greatest(room, 0), ${limit}::int) FOR UPDATE SKIP LOCKED) due
      ORDER BY place, next_at, due.seq LIMIT ${limit}::int),
  leased AS (
    UPDATE deliveries d SET attempts = attempts + 1, next_at = ${leaseUntil}::timestamptz
      FROM due WHERE d.seq = due.seq
      RETURNING d.*, place, url, sealed_secret, sealed_next_secret, failures, failing_since, no_success_since),
  next AS (
    SELECT min(later.next_at) AS due_at FROM open CROSS JOIN LATERAL (
      SELECT next_at FROM deliveries d
        WHERE coalesce(endpoint_id, '') = open.queue AND by_hand = open.by_hand AND state = 'queued'
          AND seq <> ALL (${sql.param(held.map(({ seq }) => seq))}::bigint[]) AND seq NOT IN (SELECT seq FROM due)
        ORDER BY next_at LIMIT 1) later)
  SELECT due_at AS "dueAt", id, leased.seq::float8 AS seq, leased.document_id AS "documentId", signer_id AS "signerId",
      leased.created_at AS "createdAt", attempts AS attempt, step, mail, event,
      CASE WHEN attempts > 1 AND NOT EXISTS (SELECT FROM delivery_attempts a
          WHERE a.delivery_seq = leased.seq AND a.number = attempts - 1) THEN 'recovery'
        WHEN by_hand THEN 'manual' ELSE 'auto' END AS trigger,
      resume_state AS "resumeState", resume_at AS "resumeAt", convert_from(body, 'UTF8') AS body,
      endpoint_id AS "endpointId", url, sealed_secret AS "sealedSecret",
      sealed_next_secret AS "sealedNextSecret", failures,
      failing_since AS "failingSince", no_success_since AS "noSuccessSince"
    FROM next LEFT JOIN leased ON true LEFT JOIN events ON events.seq = event_seq
    ORDER BY place, leased.seq`;

/** Times come as text. */
interface Row
  extends Pick<
      OutboxItem,
      'id' | 'seq' | 'documentId' | 'signerId' | 'attempt' | 'step' | 'trigger'
    >,
    Record<string, unknown> {
  readonly dueAt: string | null;
  readonly createdAt: string;
  readonly resumeState: Verdict['state'] | null;
  readonly resumeAt: string | null;
  readonly event: string | null;
  /** JSON as text: it keeps its bytes, and is half as long as hexadecimal. */
  readonly body: string | null;
  readonly endpointId: string | null;
  readonly url: string | null;
  readonly sealedSecret: Buffer | null;
  readonly sealedNextSecret: Buffer | null;
  readonly failures: number;
  readonly failingSince: string | null;
  readonly noSuccessSince: string;
}

export async function claimOutbox(db: SealedDatabase, claim: OutboxClaim): Promise<OutboxItem[]> {
  const { rows } = await db.execute<Row>(leaseDue(claim));
  const dueAt = rows[0]?.dueAt ?? null;
  claim.tellNext?.(dueAt === null ? undefined : new Date(dueAt));
  const secrets = new Map<string, string>();
  const open: SecretSeal['open'] = (sealed, endpointId) => {
    const key = `${endpointId} ${sealed.toString('latin1')}`;
    const secret = secrets.get(key) ?? db.seal.open(sealed, endpointId);
    secrets.set(key, secret);
    return secret;
  };
  return rows.filter(({ id }) => id !== null).map((row) => toItem(row, open));
}

function toItem(row: Row, open: SecretSeal['open']): OutboxItem {
  const { id, seq, documentId, signerId, attempt, step, trigger } = row;
  const { resumeState: state, endpointId, url, sealedSecret, event, body, failures } = row;
  const createdAt = new Date(row.createdAt);
  const common = { id, seq, documentId, signerId, createdAt, attempt, step, trigger };
  const resume =
    state === 'queued' ? { state, dueAt: new Date(row.resumeAt ?? 0) } : state && { state };
  if (!endpointId || !url || !sealedSecret || !event || !body) {
    return { kind: 'mail', mail: readMail(row.mail), ...common, resume };
  }
  const secret = open(sealedSecret, endpointId);
  const nextSecret = row.sealedNextSecret && open(row.sealedNextSecret, endpointId);
  const noSuccessSince = new Date(row.noSuccessSince);
  const failingSince = row.failingSince === null ? null : new Date(row.failingSince);
  const health = { noSuccessSince, failures, failingSince };
  const delivery = { endpointId, url, secret, nextSecret, event, body: Buffer.from(body), health };
  return { kind: 'delivery', ...delivery, ...common, resume };
}
