import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import { DomainError, refuseUnstorable, SERVER_OPTIONS } from '../../service/index.ts';
import { addListenerRoute } from './listener-registry.ts';
import type { OperationName } from './operations.ts';
import { bodyAs, OPERATIONS } from './operations.ts';
import type { ControlOptions } from './run-operations.ts';
import { RUN } from './run-operations.ts';
import type { RefusalCode } from './sandbox-errors.ts';
import { SandboxRefused } from './sandbox-errors.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request names this machine. Other names may be DNS rebinding. */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}

/** Checks `Bearer TOKEN` in constant time. */
export function isAuthorised(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

async function guardHost(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isLoopbackHost(request.headers.host)) return;
  await reply.code(421).type('text/plain').send('This host is not served here.\n');
}

function guardControl(token: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isAuthorised(request.headers.authorization, token)) return;
    const message = 'The token of the data folder is missing or wrong.';
    await reply.code(401).send({ error: 'unauthorized', message });
  };
}

const STATUS: Readonly<Record<RefusalCode, number>> = {
  invalid_request: 400,
  not_found: 404,
  invalid_state: 409,
  signing_failed: 502,
  internal_error: 500,
};

const FROM_SERVICE = ['invalid_request', 'not_found', 'invalid_state'] as const;

export function asRefusal(error: unknown): SandboxRefused {
  if (error instanceof SandboxRefused) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof DomainError && FROM_SERVICE.find((known) => known === error.code);
  return new SandboxRefused(code || 'internal_error', message, { cause: error });
}

/** Errors of neither the service nor the framework are logged, and only named to the caller. */
function refusalOf(error: unknown): SandboxRefused {
  if (error instanceof SandboxRefused || error instanceof DomainError) return asRefusal(error);
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  if (typeof status === 'number' && status < 500) {
    return new SandboxRefused('invalid_request', 'The request is malformed.', { cause: error });
  }
  const message = 'Something went wrong in the sandbox. What it printed says what.';
  return new SandboxRefused('internal_error', message, { cause: error });
}

function addOperation<N extends OperationName>(
  app: FastifyInstance,
  name: N,
  options: ControlOptions,
): void {
  const schema: (typeof OPERATIONS)[N]['input'] = OPERATIONS[name].input;
  app.post(`/control/${name}`, async (request) => RUN[name](bodyAs(schema, request), options));
}

function addControlRoutes(app: FastifyInstance, options: ControlOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const { code, message } = refusalOf(error);
    if (code === 'internal_error') request.log.error({ err: error }, 'control request failed');
    return reply.code(STATUS[code]).send({ error: code, message });
  });
  app.setNotFoundHandler(() => {
    throw new SandboxRefused('not_found', 'The control interface has no such path and method.');
  });
  for (const name of Object.keys(OPERATIONS)) addOperation(app, name as OperationName, options);
  addListenerRoute(app, options.listeners);
}

const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Serves the control interface: JSON over HTTP on this machine only, authorised by the data
 * folder's token. It is separate from the service, which it stops and starts.
 */
export function serveControl(options: ControlOptions): FastifyInstance {
  const app = fastify({
    ...SERVER_OPTIONS,
    logger: { level: 'error', stream: process.stderr },
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
  });
  app.addHook('onRequest', guardHost);
  app.addHook('onRequest', guardControl(options.token));
  refuseUnstorable(app);
  addControlRoutes(app, options);
  return app;
}
