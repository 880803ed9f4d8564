import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { IS_SENT, LAST_TRIED } from './measure.sql.ts';

/** A check of the records. `rows` selects the wrong ones as `id` and `detail`. */
export interface RecordCheck {
  readonly kind: string;
  /** Nothing is wrong with the records: something waits, or failed outside. */
  readonly isNotice?: true;
  readonly what: (detail: string) => string;
  readonly rows: (now: Date) => SQL;
}

/** Items due for longer than this were left behind, in milliseconds. */
const OVERDUE_MS = 10 * 60_000;
/** The hourly run finishes an erasure that was cut off. */
const ERASURE_MS = 2 * 3_600_000;
/** Providers take some days for a refund. */
const REFUND_MS = 10 * 24 * 3_600_000;
/** Due mandates are checked every five minutes; that also cancels those of erased accounts. */
const ASKED_MS = 2 * 3_600_000;
/** How long failed mails are reported: later actions cannot undo them, and trails keep them. */
const TOLD_MS = 7 * 24 * 3_600_000;
/** An answer of the authority is embedded within seconds, or fails. */
const RETURNED_MS = 60_000;

const before = (now: Date, ms: number): SQL => sql`${new Date(now.getTime() - ms)}::timestamptz`;

const LEDGER: readonly RecordCheck[] = [
  {
    kind: 'balance',
    what: (detail) => `the balance is not the sum of the ledger: ${detail}`,
    rows: () => sql`
      SELECT account_id AS id, format('%s, not %s', balance, coalesce(sum(credits), 0)) AS detail
        FROM credit_balances LEFT JOIN credit_ledger USING (account_id)
        GROUP BY account_id, balance HAVING balance <> coalesce(sum(credits), 0)`,
  },
  {
    kind: 'ledger',
    what: (detail) => `an entry of the ledger has a balance that does not follow: entry ${detail}`,
    rows: () => sql`
      SELECT account_id AS id, seq::text AS detail FROM (
        SELECT account_id, seq, balance_after,
            sum(credits) OVER (PARTITION BY account_id ORDER BY seq) AS running FROM credit_ledger) entries
        WHERE balance_after <> running`,
  },
  {
    kind: 'charge',
    what: (detail) => `charged credits and signers differ: ${detail}`,
    rows: () => sql`
      SELECT document_id AS id, format('%s charged, %s sent', charged, due) AS detail FROM (
        SELECT document_id, coalesce(-(SELECT sum(credits) FROM credit_ledger l
              WHERE l.document_id = d.document_id), 0) AS charged,
            CASE WHEN sent_at IS NULL THEN 0
              ELSE (SELECT count(*) FROM signers s WHERE s.document_id = d.document_id) END AS due
          FROM documents d) charges
        WHERE charged <> due`,
  },
];

const PAYMENTS: readonly RecordCheck[] = [
  {
    kind: 'order',
    what: (detail) => `an order and what it led to disagree: ${detail}`,
    rows: () => sql`
      SELECT order_id AS id, format('%s, %s paise of %s, %s credits of %s, %s invoices', state, coalesce(paid, 0), paise,
          granted, credits, issued) AS detail FROM (
        SELECT o.order_id, state, o.paise, o.credits, p.paise AS paid,
            coalesce((SELECT sum(credits) FROM credit_ledger l WHERE l.payment_id = p.payment_id), 0) AS granted,
            (SELECT count(*) FROM invoices i WHERE i.payment_id = p.payment_id AND kind = 'invoice'
              AND i.total_paise = p.paise) AS issued
          FROM orders o LEFT JOIN payments p ON p.order_id = o.order_id) facts
        WHERE CASE state WHEN 'paid' THEN paid IS DISTINCT FROM paise OR granted <> credits OR issued <> 1
          ELSE paid IS NOT NULL END`,
  },
  {
    kind: 'held',
    isNotice: true,
    what: (detail) => `money arrived that does not fit its order: ${detail}`,
    rows: () => sql`SELECT order_id AS id, held_reason AS detail FROM orders WHERE state = 'held'`,
  },
  {
    kind: 'refund',
    what: (detail) => `a refund and what it led to disagree: ${detail}`,
    rows: () => sql`
      SELECT refund_id::text AS id, format('%s, %s credits taken of %s, %s credit notes', state, taken, credits, issued) AS detail
        FROM (
          SELECT refund_id, state, credits,
              coalesce(-(SELECT sum(credits) FROM credit_ledger l WHERE l.refund_id = r.refund_id), 0) AS taken,
              (SELECT count(*) FROM invoices i WHERE i.refund_id = r.refund_id AND i.total_paise = r.paise) AS issued
            FROM refunds r) facts
        WHERE taken <> CASE state WHEN 'failed' THEN 0 ELSE credits END OR issued <> (state = 'done')::int`,
  },
  {
    kind: 'refund',
    isNotice: true,
    what: (detail) => `a refund has not been finished since ${detail}`,
    rows: (now) => sql`
      SELECT refund_id::text AS id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') AS detail
        FROM refunds WHERE state = 'requested' AND created_at < ${before(now, REFUND_MS)}`,
  },
  {
    kind: 'invoice',
    what: (detail) => `numbers of invoices are missing: ${detail}`,
    rows: () => sql`
      SELECT series || '/' || year AS id, format('%s of %s', count(number), next - 1) AS detail
        FROM invoice_series LEFT JOIN invoices USING (series, year)
        GROUP BY series, year, next HAVING count(number) <> next - 1`,
  },
];

const MANDATES: readonly RecordCheck[] = [
  {
    kind: 'mandate',
    what: (detail) => `an account and its mandate disagree: ${detail}`,
    rows: () => sql`
      SELECT account_id AS id, format('renewal by %s, mandate %s', coalesce(renewal, 'nothing'), coalesce(m.state, 'none')) AS detail
        FROM accounts LEFT JOIN mandates m USING (account_id)
        WHERE erased_at IS NULL AND coalesce(m.state, 'over') <> 'over'
            AND (renewal IS NOT DISTINCT FROM 'mandate') <> (m.state IN ('active', 'failing'))
          OR renewal = 'mandate' AND NOT EXISTS (SELECT FROM mandates live
            WHERE live.account_id = accounts.account_id AND live.state <> 'over')`,
  },
  {
    kind: 'mandate',
    isNotice: true,
    what: (detail) => `nobody has asked the provider for a mandate since ${detail}`,
    rows: (now) => sql`
      SELECT mandate_id AS id, to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') AS detail
        FROM mandates WHERE state <> 'over' AND due_at < ${before(now, ASKED_MS)}`,
  },
];

const SIGNATURES: readonly RecordCheck[] = [
  {
    kind: 'signature',
    what: (detail) => `a signer and the attempts to sign disagree: ${detail}`,
    rows: () => sql`
      SELECT s.document_id AS id, format('%s has %s embedded', s.signer_id,
          CASE WHEN s.signed_at IS NULL THEN 'not signed, but an answer is' ELSE 'signed, but no answer is' END) AS detail
        FROM signers s JOIN documents d ON d.document_id = s.document_id AND d.removed_at IS NULL
          LEFT JOIN signature_attempts a ON a.signer_id = s.signer_id AND a.state = 'embedded'
        WHERE (s.signed_at IS NULL) <> (a.txn IS NULL)`,
  },
  {
    kind: 'completion',
    what: (detail) => `status and signatures disagree: ${detail}`,
    rows: () => sql`
      SELECT document_id AS id, format('%s with %s of %s signed', status, count(signed_at), count(*)) AS detail
        FROM documents JOIN signers USING (document_id) GROUP BY document_id, status
        HAVING (status = 'COMPLETED') <> (count(signed_at) = count(*))`,
  },
  {
    kind: 'answer',
    isNotice: true,
    what: (detail) => `an answer of the authority has waited to be embedded since ${detail}`,
    rows: (now) => sql`
      SELECT txn AS id, to_char(coalesce(arrived_at, e.at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC')
            || coalesce(format(', at the gateway %s', gateway), '') AS detail
        FROM signature_attempts a LEFT JOIN audit_entries e
          ON e.document_id = a.document_id AND e.type = 'gateway.returned' AND e.data->>'txn' = a.txn
        WHERE (a.state = 'returned' OR (a.state = 'at_gateway' AND a.arrived IS NOT NULL AND a.resume_at IS NOT NULL))
          AND coalesce(arrived_at, e.at) < ${before(now, RETURNED_MS)}`,
  },
  {
    kind: 'answer',
    isNotice: true,
    what: (detail) =>
      `an answer of the authority was set aside, since two judgings of it never came back; it arrived ${detail}`,
    rows: () => sql`
      SELECT txn AS id, to_char(arrived_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') AS detail
        FROM signature_attempts WHERE state = 'at_gateway' AND arrived IS NOT NULL AND resume_at IS NULL`,
  },
  {
    kind: 'event',
    what: (detail) => `events and signatures differ: ${detail}`,
    rows: () => sql`
      SELECT document_id AS id, format('%s of %s events', found, due) AS detail FROM (
        SELECT document_id,
            (SELECT count(*) FROM events e WHERE e.document_id = d.document_id) AS found,
            (SELECT count(signed_at) FROM signers s WHERE s.document_id = d.document_id)
              + (status = 'COMPLETED')::int AS due
          FROM documents d WHERE removed_at IS NULL) facts
        WHERE found <> due`,
  },
];

const OUTBOX: readonly RecordCheck[] = [
  {
    kind: 'overdue',
    isNotice: true,
    what: (detail) => `a ${detail} has been due for more than 10 minutes`,
    rows: (now) => sql`
      SELECT id::text, CASE WHEN mail IS NULL THEN 'delivery' ELSE 'mail' END AS detail
        FROM deliveries WHERE state = 'queued' AND next_at < ${before(now, OVERDUE_MS)} AND ${IS_SENT}`,
  },
  {
    kind: 'mail',
    isNotice: true,
    what: (detail) => `a mail was given up after ${detail} attempts`,
    rows: (now) => sql`
      SELECT id::text, attempts::text AS detail FROM deliveries
        WHERE mail IS NOT NULL AND state = 'failed' AND ${LAST_TRIED} > ${before(now, TOLD_MS)}`,
  },
  {
    kind: 'bounce',
    isNotice: true,
    what: (detail) => `a mail came back: ${detail}`,
    rows: (now) => sql`
      SELECT id::text, coalesce(bounce_status, 'no status') AS detail FROM deliveries
        WHERE bounced_at > ${before(now, TOLD_MS)}`,
  },
];

const ERASURES: readonly RecordCheck[] = [
  {
    kind: 'erasure',
    isNotice: true,
    what: (detail) => `an erasure has not been finished since ${detail}`,
    rows: (now) => sql`
      SELECT coalesce(document_id::text, account_id) AS id,
          to_char(requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') AS detail
        FROM erasures WHERE finished_at IS NULL AND requested_at < ${before(now, ERASURE_MS)}`,
  },
];

export const RECORD_CHECKS: readonly RecordCheck[] = [
  ...LEDGER,
  ...PAYMENTS,
  ...MANDATES,
  ...SIGNATURES,
  ...OUTBOX,
  ...ERASURES,
];
