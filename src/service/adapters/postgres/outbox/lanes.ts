/** Any number, the same in every process: who claims holds it, or together they would exceed a lane's places. */
const CLAIM_LOCK = 7_236_441_016;

/** Lets nobody else claim until the transaction is over. */
export const LOCK_CLAIMS = `SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`;

/** The lane that mails share; an endpoint's lane is its `seq`, which begins with 1. */
export const MAIL_LANE = 0;

/**
 * The lanes in which something waits, found by leaps over their index. What is due by hand is apart, since it goes out
 * whether its endpoint is on or off.
 */
export const LANES = `RECURSIVE waiting (lane, by_hand) AS (
    (SELECT lane, by_hand FROM outbox_waiting ORDER BY 1, 2 LIMIT 1)
    UNION ALL
    SELECT next.* FROM waiting CROSS JOIN LATERAL (
      SELECT w.lane, w.by_hand FROM outbox_waiting w
        WHERE (w.lane, w.by_hand) > (waiting.lane, waiting.by_hand) ORDER BY 1, 2 LIMIT 1) next),
  lanes AS (
    SELECT waiting.*, coalesce(e.failures, 0) AS failures, coalesce(e.endpoint_id, '') AS endpoint_id
      FROM waiting LEFT JOIN webhook_endpoints e ON e.seq = lane
      WHERE e.enabled IS NOT FALSE OR by_hand)`;

/** What waits in the lane at hand. */
export const IN_LANE = 'w.lane = lanes.lane AND w.by_hand = lanes.by_hand';

/** Behind a first try of its endpoint and document that is not over. */
export const IS_HELD = `w.step = 0 AND EXISTS (SELECT FROM outbox_waiting first WHERE first.step = 0
  AND first.lane = w.lane AND first.document_id = w.document_id AND first.seq < w.seq)`;
