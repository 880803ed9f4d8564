import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../use-cases/accounts/authenticate.ts';
import { authenticate } from '../../use-cases/accounts/authenticate.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';

const CALLER = 'caller';

/** Asks every request of this scope for its key before a byte of its body is read, unknown paths included. */
export function requireKey(app: FastifyInstance, deps: Pick<ServiceDeps, 'store' | 'clock'>): void {
  app.decorateRequest(CALLER, null);
  app.addHook('onRequest', async (request) => {
    request.setDecorator<Caller | null>(
      CALLER,
      await authenticate(deps, request.headers.authorization),
    );
  });
}

/** Who makes the request, as its key says. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = request.getDecorator<Caller | null>(CALLER);
  if (!caller) throw new Error('The route lies outside the scope that asks for keys.');
  return caller;
}
