import type { SQL } from 'drizzle-orm';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { LoggedRequest } from '../../../domain/api-request.ts';
import type { RequestFilter, RequestStore } from '../../../ports/requests.ts';
import type { Database } from '../database.ts';
import { ask } from '../database.ts';
import { apiKeys } from '../schema/accounts.ts';
import { requests } from '../schema/requests.ts';
import { logRequests } from './log-requests.ts';

const { requestId, accountId, at, documentId } = requests;

const select = (db: Database, condition: SQL | undefined) =>
  db
    .select({ request: requests, key: { prefix: apiKeys.prefix, name: apiKeys.name } })
    .from(requests)
    .leftJoin(apiKeys, eq(apiKeys.keyId, requests.keyId))
    .where(condition)
    .orderBy(desc(at), desc(requestId));

async function findRequest(
  db: Database,
  own: { readonly accountId: string; readonly requestId: string },
): Promise<LoggedRequest | undefined> {
  const isIt = and(eq(requestId, own.requestId), eq(accountId, own.accountId));
  const [row] = await select(db, isIt);
  return row && { ...row.request, key: row.key };
}

async function listRequests(db: Database, filter: RequestFilter): Promise<LoggedRequest[]> {
  const { after } = filter;
  const place = sql`(SELECT at, request_id FROM requests
    WHERE request_id = ${after} AND account_id = ${filter.accountId})`;
  const condition = and(
    eq(accountId, filter.accountId),
    filter.documentId === undefined ? undefined : eq(documentId, filter.documentId),
    after === undefined ? undefined : sql`(${at}, ${requestId}) < ${place}`,
  );
  const rows = await select(db, condition).limit(filter.limit);
  return rows.map(({ request, key }) => ({ ...request, key }));
}

/** The store's part about API requests. */
export const requestStore = (db: Database): RequestStore => ({
  logRequests: (answered) => ask(() => logRequests(db, answered)),
  findRequest: (own) => ask(() => findRequest(db, own)),
  listRequests: (filter) => ask(() => listRequests(db, filter)),
});
