import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyCaller } from '../../core/accounts/authenticate.ts';
import { assertAccess, findCaller } from '../../core/accounts/authenticate.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { countAddress, countByAccount } from '../kit/limit-addresses.ts';
import type { RequestCounts } from '../kit/request-counts.ts';

const CALLER = 'caller';

/** Checks the key before reading bodies, on all paths. Refused requests count for an address. */
export function requireKey(
  app: FastifyInstance,
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
  counts: RequestCounts,
): void {
  app.decorateRequest(CALLER, null);
  countByAccount(app);
  app.addHook('onRequest', async (request) => {
    try {
      const caller = await findCaller(deps, request.headers.authorization);
      request.setDecorator<KeyCaller | null>(CALLER, caller);
      assertAccess(deps, caller);
    } catch (error) {
      if (error instanceof DomainError) countAddress(counts, request);
      throw error;
    }
  });
}

/** Null when the request was refused before its caller was known. */
export const knownCallerOf = (request: FastifyRequest): KeyCaller | null =>
  request.getDecorator<KeyCaller | null>(CALLER);

export function callerOf(request: FastifyRequest): KeyCaller {
  const caller = knownCallerOf(request);
  if (!caller) throw new Error('The route lies outside the scope that requires keys.');
  return caller;
}
