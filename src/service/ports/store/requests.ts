import type { ApiRequest, LoggedRequest } from '../../domain/accounts/api-request.ts';

/** Which requests of an account, newest first. */
export interface RequestFilter {
  readonly accountId: string;
  readonly documentId?: string;
  /** Older than the request of this id; nothing is older than a text that is none. */
  readonly after?: string;
  readonly limit: number;
}

/** The part of the store about API requests. */
export interface RequestStore {
  /**
   * Adds requests to the log, but for those of erased accounts, and notes the last use of their keys: at most once a minute each.
   * A request that is there already is not added again.
   */
  logRequests(requests: readonly ApiRequest[]): Promise<void>;
  /** An account's request. */
  findRequest(own: { accountId: string; requestId: string }): Promise<LoggedRequest | undefined>;
  listRequests(filter: RequestFilter): Promise<LoggedRequest[]>;
}
