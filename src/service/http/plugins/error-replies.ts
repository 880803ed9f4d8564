import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/domain-error.ts';
import { isStillArriving, lingeringBody } from '../lingering-body.ts';
import type { Failure } from '../read-failure.ts';
import { readFailure } from '../read-failure.ts';

/** How a failure is written for whoever asked: JSON for programs, a page for people. */
export interface FailureFormat {
  readonly contentType: string;
  write(failure: Failure, request: FastifyRequest): string;
}

/** The API's error shape (specification, section 7). */
export const JSON_FAILURES: FailureFormat = {
  contentType: 'application/json; charset=utf-8',
  write: ({ body }) => JSON.stringify(body),
};

/** Turns every error of the routes in this scope into its answer, and paths it does not know into `not_found`. */
export function replyWithErrors(app: FastifyInstance, format: FailureFormat): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = readFailure(error);
    if (failure.status >= 500 && !request.socket.destroyed) {
      request.log.error({ err: error }, 'request failed');
    }
    return await replyWithFailure({ request, reply, format }, failure);
  });
  app.setNotFoundHandler(async () => {
    throw new DomainError('not_found', 'The API has no such path and method.');
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly format: FailureFormat;
}

async function replyWithFailure({ request, reply, format }: Exchange, failure: Failure) {
  const text = format.write(failure, request);
  reply.code(failure.status).type(format.contentType);
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (!isStillArriving(request.raw)) return await reply.send(text);
  reply.header('Connection', 'close').header('Content-Length', Buffer.byteLength(text));
  return await reply.send(lingeringBody(text, request.raw));
}
