import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ALL_ENDPOINTS } from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { ErrorBody } from '../../contract/openapi/error-body.ts';
import { PdfWorkersBusy } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import { FilesNearlyFull, FilesUnavailable } from '../ports/file-store.ts';
import { AnswerNotJudged } from '../ports/signing-gateway.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { logOnceAMinute } from './kit/once-a-minute.ts';

export interface Failure {
  readonly status: number;
  readonly body: ErrorBody & { readonly error: ErrorCode };
  /** In seconds; undefined if retrying alone won't help. */
  readonly retryAfter?: number;
}

/** JSON for programs, a page for people. */
export interface FailureFormat {
  readonly contentType: string;
  write(failure: Failure, request: FastifyRequest): string | Promise<string>;
  /** For 429. Plain text by default: the API has no code for it (specification, section 7). */
  writeTooMany?(seconds: number, request: FastifyRequest): string | Promise<string>;
}

export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  readonly seconds: number;

  constructor(seconds: number) {
    super('Too many requests.');
    this.seconds = seconds;
  }
}

/** Specification, section 7. */
export const JSON_FAILURES: FailureFormat = {
  contentType: 'application/json; charset=utf-8',
  write: ({ body }) => JSON.stringify(body),
};

export function failure(code: ErrorCode, message: string): Failure {
  return { status: ERRORS[code], body: { error: code, message } };
}

/** Replace some of Fastify's messages. */
const MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type is not supported.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not match its Content-Length.',
};

/** 503 marks temporary failures (RFC 9110, section 15.6.4): the API has only one code. */
const passing = (retryAfter: number, message: string): Failure => ({
  ...failure('internal_error', message),
  status: 503,
  retryAfter,
});
const RETRY_AFTER_S = 2;
const UNAVAILABLE = passing(
  RETRY_AFTER_S,
  'The service is not available at the moment. Try again shortly.',
);

/** An unreachable database or file store, and an account's exhausted PDF time, become 503. */
export function readFailure(error: unknown): Failure {
  if (error instanceof DomainError) return failure(error.code, error.message);
  if (error instanceof FilesNearlyFull) return passing(RETRY_AFTER_S, error.message);
  if (error instanceof StoreUnavailable || error instanceof FilesUnavailable) return UNAVAILABLE;
  if (error instanceof AnswerNotJudged) return UNAVAILABLE;
  if (error instanceof PdfWorkersBusy) {
    const { retryAfterSeconds: seconds } = error;
    const what = "Reading this account's PDFs takes too long, so nothing was done.";
    return passing(seconds, `${what} Try again in ${seconds} s.`);
  }
  const internal = failure('internal_error', 'Something went wrong on our side. Try again later.');
  if (!(error instanceof Error)) return internal;
  const status: unknown = Reflect.get(error, 'statusCode');
  if (typeof status !== 'number' || status < 400 || status > 499) return internal;
  const message = MESSAGES[String(Reflect.get(error, 'code'))] ?? 'The request is malformed.';
  return failure('invalid_request', message);
}

const FORMAT = 'failureFormat';

/** Handles all errors of a server and its scopes; in JSON unless a scope sets its format. */
export function replyWithErrors(app: FastifyInstance): void {
  formatFailures(app, JSON_FAILURES);
  const logFailure = logOnceAMinute(app.log);
  app.setErrorHandler(async (error, request, reply) => {
    const format = request.server.getDecorator<FailureFormat>(FORMAT);
    const answer = await answerTo(error, format, request).catch(async (cause: unknown) => {
      request.log.error({ err: cause }, 'failure not written in its format');
      return await answerTo(error, JSON_FAILURES, request);
    });
    const isOurs = answer.status >= 500 && !(error instanceof PdfWorkersBusy);
    if (isOurs && !request.socket.destroyed) logFailure(error, 'request failed', request.log);
    return await sendAnswer(reply, answer);
  });
}

export const formatFailures = (app: FastifyInstance, format: FailureFormat): void =>
  void app.decorate(FORMAT, format);

const PATTERNS = Object.values(ALL_ENDPOINTS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Such as `GET` and `HEAD`; empty if no endpoint has that path. */
function methodsOf(path: string): string[] {
  const found = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(found.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])))];
}

/** `not_found`, with `Allow` for a known path with another method (RFC 9110, section 10.2.1). */
export function replyToUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler(async ({ url }, reply) => {
    const methods = methodsOf(url.replace(/\?.*$/s, ''));
    if (methods.length > 0) reply.header('Allow', methods.join(', '));
    throw new DomainError('not_found', 'The API has no such path and method.');
  });
}

/** For a temporarily unavailable database or file store. */
export const unavailable = (reply: FastifyReply): FastifyReply =>
  reply.code(UNAVAILABLE.status).header('Retry-After', RETRY_AFTER_S);

async function answerTo(error: unknown, format: FailureFormat, request: FastifyRequest) {
  const { contentType } = format;
  if (error instanceof TooManyRequests) {
    const { seconds } = error;
    const base = { status: 429, retryAfter: seconds };
    const text = await format.writeTooMany?.(seconds, request);
    if (text !== undefined) return { ...base, contentType, text };
    const plain = `Too many requests. Try again in ${seconds} s.\n`;
    return { ...base, contentType: 'text/plain; charset=utf-8', text: plain };
  }
  const failed = readFailure(error);
  const { status, retryAfter } = failed;
  return { status, retryAfter, contentType, text: await format.write(failed, request) };
}

type ErrorAnswer = Awaited<ReturnType<typeof answerTo>>;

async function sendAnswer(reply: FastifyReply, answer: ErrorAnswer): Promise<FastifyReply> {
  const { status, contentType, text, retryAfter } = answer;
  const { raw } = reply.request;
  reply.code(status).type(contentType);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  const isStillArriving = raw.complete === false;
  if (!isStillArriving) return await reply.send(text);
  reply.header('Connection', 'close').header('Content-Length', Buffer.byteLength(text));
  return await reply.send(lingeringBody(text, raw));
}

/** How long, and for how many bytes, to wait for a request that is still arriving. */
const LINGER_MS = 2000;
const LINGER_BYTES = 16 * 1024 * 1024;

/**
 * Sends the text immediately, but ends later: closing the connection while the client sends would
 * reset it before the response is read (RFC 9112, section 9.6).
 */
function lingeringBody(text: string, message: IncomingMessage): Readable {
  const body = new Readable({ read() {} });
  let drained = 0;
  const end = () => {
    clearTimeout(timer);
    message.off('data', count).off('end', end).off('close', end);
    if (!body.readableEnded && !body.destroyed) body.push(null);
  };
  const count = (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > LINGER_BYTES) end();
  };
  const timer = setTimeout(end, LINGER_MS);
  body.push(text);
  message.on('data', count).on('end', end).on('close', end).resume();
  body.once('close', end);
  return body;
}
