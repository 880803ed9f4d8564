import { sql } from 'drizzle-orm';
import type { ApiRequest } from '../../../domain/accounts/api-request.ts';
import type { Database } from '../database.ts';
import { uuidOf } from './request-ids.ts';

const rowOf = (request: ApiRequest) => ({ ...request, requestId: uuidOf(request.requestId) });

/**
 * Adds requests to the log, in one statement, and notes the last use of their keys. A key that something else holds is left for
 * the next time: processes never wait for each other here.
 */
export async function logRequests(db: Database, requests: readonly ApiRequest[]): Promise<void> {
  await db.execute(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(requests.map(rowOf))}::json) AS given ("requestId" uuid,
        "accountId" text, "keyId" text, at timestamptz, method text, route text, status smallint,
        error text, "durationMs" int, "documentId" uuid)),
    due AS MATERIALIZED (
      SELECT k.hash, newest.at FROM (SELECT "keyId", max(at) AS at FROM given GROUP BY "keyId") newest
        JOIN api_keys k ON k.key_id = newest."keyId"
        WHERE k.last_used_at IS NULL OR k.last_used_at <= newest.at - interval '1 minute'
        FOR NO KEY UPDATE OF k SKIP LOCKED),
    used AS (UPDATE api_keys k SET last_used_at = due.at FROM due WHERE k.hash = due.hash)
    INSERT INTO requests (request_id, account_id, key_id, at, method, route, status, error,
        duration_ms, document_id)
      SELECT "requestId", "accountId", "keyId", at, method, route, status, error,
          "durationMs", "documentId"
        FROM given JOIN accounts a ON a.account_id = "accountId" AND a.erased_at IS NULL
      ON CONFLICT DO NOTHING`);
}
