import type { SQL } from 'drizzle-orm';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { isKept } from '../../store/documents/documents.sql.ts';
import { apiKeys, requests } from '../../store/schema/accounts.tables.ts';
import { documents } from '../../store/schema/documents.tables.ts';
import type { ApiRequest, LoggedRequest } from './api-request.rules.ts';

export interface RequestFilter {
  readonly accountId: string;
  readonly documentId?: string;
  /** Only requests older than the one with this id; none if it is not an id. */
  readonly after?: string;
  readonly limit: number;
}

const REQUEST_ID = /^req_[0-9a-f]{32}$/;
const PREFIX = 'req_';

const uuidOf = (requestId: string): string | null =>
  REQUEST_ID.test(requestId) ? requestId.slice(PREFIX.length) : null;

const requestIdOf = (uuid: string): string => `${PREFIX}${uuid.replaceAll('-', '')}`;

const { requestId, accountId, documentId } = requests;

async function read(
  db: Database,
  condition: SQL | undefined,
  limit: number,
): Promise<LoggedRequest[]> {
  const rows = await db
    .select({
      request: requests,
      key: { prefix: apiKeys.prefix, name: apiKeys.name },
      documentName: documents.name,
    })
    .from(requests)
    .leftJoin(apiKeys, eq(apiKeys.keyId, requests.keyId))
    .leftJoin(
      documents,
      and(eq(documents.documentId, documentId), eq(documents.accountId, accountId), isKept),
    )
    .where(condition)
    .orderBy(desc(requestId))
    .limit(limit);
  return rows.map(({ request, ...named }) => ({
    ...request,
    ...named,
    requestId: requestIdOf(request.requestId),
  }));
}

export async function findRequest(
  db: Database,
  own: { readonly accountId: string; readonly requestId: string },
): Promise<LoggedRequest | undefined> {
  const id = uuidOf(own.requestId);
  if (id === null) return undefined;
  const [found] = await read(db, and(eq(requestId, id), eq(accountId, own.accountId)), 1);
  return found;
}

export async function listRequests(db: Database, filter: RequestFilter): Promise<LoggedRequest[]> {
  const after = filter.after === undefined ? undefined : uuidOf(filter.after);
  if (after === null) return [];
  const condition = and(
    eq(accountId, filter.accountId),
    filter.documentId === undefined ? undefined : eq(documentId, filter.documentId),
    after === undefined ? undefined : lt(requestId, after),
  );
  return await read(db, condition, filter.limit);
}

const rowOf = (request: ApiRequest) => ({ ...request, requestId: uuidOf(request.requestId) });

/** Also notes the last use of the keys, except locked ones: processes never wait for each other. */
export async function logRequests(db: Database, answered: readonly ApiRequest[]): Promise<void> {
  await db.execute(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(answered.map(rowOf))}::json) AS given ("requestId" uuid,
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
