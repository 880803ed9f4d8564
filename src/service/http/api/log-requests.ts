import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documentIdOf } from '../../domain/accounts/api-request.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyCaller } from '../../use-cases/accounts/authenticate.ts';
import type { FailureFormat } from '../error-replies.ts';
import { JSON_FAILURES } from '../error-replies.ts';
import { knownCallerOf } from './authenticate.ts';
import type { RequestLog } from './request-log.ts';

const ERROR = 'errorCode';

/** The API's failures, whose codes the log of requests keeps. */
export const LOGGED_FAILURES: FailureFormat = {
  ...JSON_FAILURES,
  write: (failed, request) => {
    request.setDecorator(ERROR, failed.body.error);
    return JSON_FAILURES.write(failed, request);
  },
};

type Request = FastifyRequest<{ Params?: Record<string, unknown> }>;

/** Logs every request of this scope whose caller is known, once it is over: also when its connection was closed before. */
export function logRequests(app: FastifyInstance, clock: Clock, log: RequestLog | undefined): void {
  app.decorateRequest(ERROR, null);
  if (!log) return;
  app.addHook('onRequest', (request: Request, reply, done) => {
    const at = clock.now();
    reply.raw.once('close', () => {
      const caller = knownCallerOf(request);
      if (caller) log.note({ ...factsOf(request, reply), ...ownerOf(caller), at });
    });
    done();
  });
}

const ownerOf = ({ account, keyId }: KeyCaller) => ({ accountId: account.accountId, keyId });

const factsOf = (request: Request, reply: FastifyReply) => ({
  requestId: request.id,
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  status: reply.raw.writableEnded ? reply.statusCode : null,
  error: request.getDecorator<string | null>(ERROR),
  durationMs: Math.round(reply.elapsedTime),
  documentId: documentIdOf(request.params?.documentId),
});
