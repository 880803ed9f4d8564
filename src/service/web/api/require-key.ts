import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FifoMap } from 'toad-cache';
import type { KeyCaller } from '../../core/accounts/authenticate.ts';
import { assertAccess, findCaller, readKeyHash } from '../../core/accounts/authenticate.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { readListQuery } from '../../core/finding/read-query.rules.ts';
import { TooManyRequests } from '../error-replies.ts';
import { countAddress, countByAccount } from '../kit/limit-addresses.ts';
import type { RequestCounts } from '../kit/request-counts.ts';
import { ACCOUNT } from '../kit/request-text.ts';

const CALLER = 'caller';

type KeyRequest = FastifyRequest<{
  Params: { documentId?: string };
  Querystring: Record<string, unknown>;
}>;

interface RequestLimits {
  readonly counts: RequestCounts;
  /** Requests of an account a minute; unlimited by default. */
  readonly accountLimit: number | undefined;
}

/** Checks the key before reading bodies, on all paths. Refused requests count for an address. */
export function requireKey(
  app: FastifyInstance,
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
  { counts, accountLimit }: RequestLimits,
): void {
  app.decorateRequest(CALLER, null);
  countByAccount(app);
  const limit = accountLimit === undefined ? undefined : limitAccounts(counts, accountLimit);
  app.addHook('onRequest', async (request: KeyRequest) => {
    try {
      const hash = readKeyHash(request.headers.authorization);
      limit?.refuseAgain(request, hash);
      const caller = await findCaller(deps, hash, readBy(request));
      identify(request, caller);
      assertAccess(deps, caller);
      limit?.count(caller, hash);
    } catch (error) {
      if (error instanceof DomainError) countAddress(counts, request);
      throw error;
    }
  });
}

function readBy({ routeOptions, params, query }: KeyRequest) {
  const { reads } = routeOptions.config;
  if (reads === 'page') return { page: readListQuery(query) };
  return reads === 'document' ? { documentId: params.documentId } : {};
}

function identify(request: FastifyRequest, caller: KeyCaller): void {
  request.setDecorator<KeyCaller | null>(CALLER, caller);
  request.setDecorator<string | null>(ACCOUNT, caller.account.accountId);
}

/** Keys; beyond that, the oldest is looked up again. */
const MOST_REFUSED = 1000;

/**
 * Responds 429 to an account above `max` requests a minute. A key that was refused is refused again
 * without being looked up, until the minute ends.
 */
function limitAccounts(counts: RequestCounts, max: number) {
  const refused = new FifoMap<KeyCaller>(MOST_REFUSED);
  const secondsFor = ({ account }: KeyCaller, amount: number) =>
    counts.count({ name: 'account', max }, account.accountId, amount);
  return {
    /** @throws {TooManyRequests} */
    refuseAgain(request: FastifyRequest, hash: Buffer): void {
      const caller = refused.size > 0 ? refused.get(hash.toString('hex')) : undefined;
      if (!caller) return;
      const seconds = secondsFor(caller, 0);
      if (seconds === undefined) {
        refused.clear();
        return;
      }
      identify(request, caller);
      throw new TooManyRequests(seconds);
    },
    /** @throws {TooManyRequests} */
    count(caller: KeyCaller, hash: Buffer): void {
      const seconds = secondsFor(caller, 1);
      if (seconds === undefined) return;
      refused.set(hash.toString('hex'), { ...caller, document: undefined, page: undefined });
      throw new TooManyRequests(seconds);
    },
  };
}

/** Null when the request was refused before its caller was known. */
export const knownCallerOf = (request: FastifyRequest): KeyCaller | null =>
  request.getDecorator<KeyCaller | null>(CALLER);

export function callerOf(request: FastifyRequest): KeyCaller {
  const caller = knownCallerOf(request);
  if (!caller) throw new Error('The route lies outside the scope that requires keys.');
  return caller;
}
