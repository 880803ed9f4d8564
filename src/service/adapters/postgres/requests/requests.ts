import type { SQL } from 'drizzle-orm';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { LoggedRequest } from '../../../domain/accounts/api-request.ts';

import type { Database } from '../database.ts';
import { apiKeys } from '../schema/accounts/accounts.ts';
import { requests } from '../schema/accounts/requests.ts';
import { requestIdOf, uuidOf } from './request-ids.ts';

/** Which requests of an account, newest first. */
export interface RequestFilter {
  readonly accountId: string;
  readonly documentId?: string;
  /** Older than the request of this id; nothing is older than a text that is none. */
  readonly after?: string;
  readonly limit: number;
}

const { requestId, accountId, documentId } = requests;

async function read(
  db: Database,
  condition: SQL | undefined,
  limit: number,
): Promise<LoggedRequest[]> {
  const rows = await db
    .select({ request: requests, key: { prefix: apiKeys.prefix, name: apiKeys.name } })
    .from(requests)
    .leftJoin(apiKeys, eq(apiKeys.keyId, requests.keyId))
    .where(condition)
    .orderBy(desc(requestId))
    .limit(limit);
  return rows.map(({ request, key }) => ({
    ...request,
    requestId: requestIdOf(request.requestId),
    key,
  }));
}

/** An account's request. */
export async function findRequest(
  db: Database,
  own: { readonly accountId: string; readonly requestId: string },
): Promise<LoggedRequest | undefined> {
  const id = uuidOf(own.requestId);
  if (id === null) return undefined;
  const [found] = await read(db, and(eq(requestId, id), eq(accountId, own.accountId)), 1);
  return found;
}

/** An account's requests, newest first. */
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
