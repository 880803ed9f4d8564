import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyCaller } from '../../use-cases/accounts/authenticate.ts';
import { assertAccess, findCaller } from '../../use-cases/accounts/authenticate.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';

const CALLER = 'caller';

/** Requires a key on every request of this scope, unknown paths included, before its body is read. */
export function requireKey(app: FastifyInstance, deps: Pick<ServiceDeps, 'store' | 'clock'>): void {
  app.decorateRequest(CALLER, null);
  app.addHook('onRequest', async (request) => {
    const caller = await findCaller(deps, request.headers.authorization);
    request.setDecorator<KeyCaller | null>(CALLER, caller);
    assertAccess(deps, caller);
  });
}

/** Whose key a request came with; null when it was refused before that was known. */
export const knownCallerOf = (request: FastifyRequest): KeyCaller | null =>
  request.getDecorator<KeyCaller | null>(CALLER);

/** The authenticated caller. */
export function callerOf(request: FastifyRequest): KeyCaller {
  const caller = knownCallerOf(request);
  if (!caller) throw new Error('The route lies outside the scope that requires keys.');
  return caller;
}
