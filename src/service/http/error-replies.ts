import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodsOf } from '../../contract/endpoints.ts';
import type { ErrorBody } from '../../contract/error-body.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ERRORS } from '../../contract/errors.ts';
import { DomainError } from '../domain/domain-error.ts';
import { FilesNearlyFull, FilesUnavailable } from '../ports/file-store.ts';
import { AnswerNotJudged } from '../ports/signing-gateway.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { PdfWorkersBusy } from '../use-cases/deps.ts';

/** An error as callers see it. */
export interface Failure {
  readonly status: number;
  readonly body: ErrorBody & { readonly error: ErrorCode };
  /** In how many seconds the request is worth trying again; undefined where the status does not pass by itself. */
  readonly retryAfter?: number;
}

/** How failures are written in a scope: JSON for programs, a page for people. */
export interface FailureFormat {
  readonly contentType: string;
  write(failure: Failure, request: FastifyRequest): string | Promise<string>;
  /** Body for too many requests, in the same type. Plain text by default, as from a proxy: the API has no code for it (specification, section 7). */
  writeTooMany?(seconds: number, request: FastifyRequest): string | Promise<string>;
}

/** There were too many requests; `seconds` later the next one is taken. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  readonly seconds: number;

  constructor(seconds: number) {
    super('Too many requests.');
    this.seconds = seconds;
  }
}

/** The API's error shape (specification, section 7). */
export const JSON_FAILURES: FailureFormat = {
  contentType: 'application/json; charset=utf-8',
  write: ({ body }) => JSON.stringify(body),
};

/** The failure of an error code. */
export function failure(code: ErrorCode, message: string): Failure {
  return { status: ERRORS[code].status, body: { error: code, message } };
}

/** Better messages for some of Fastify's own errors. */
const MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type is not supported.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not match its Content-Length.',
};

/** The API has one code for failures of the service; the status says that these pass (RFC 9110, section 15.6.4). */
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

/**
 * Translates an error: a domain error by its code, the framework's to `invalid_request`, a database or files out of reach and PDF
 * workers that an account has used enough to 503, anything else to 500.
 */
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

/** Responds to every error of a server and of all its scopes: in JSON, where a scope has no format of its own. */
export function replyWithErrors(app: FastifyInstance): void {
  formatFailures(app, JSON_FAILURES);
  app.setErrorHandler(async (error, request, reply) => {
    const format = request.server.getDecorator<FailureFormat>(FORMAT);
    const answer = await answerTo(error, format, request).catch(async (cause: unknown) => {
      request.log.error({ err: cause }, 'failure not written in its format');
      return await answerTo(error, JSON_FAILURES, request);
    });
    const isOurs = answer.status >= 500 && !(error instanceof PdfWorkersBusy);
    if (isOurs && !request.socket.destroyed) {
      request.log.error({ err: error }, 'request failed');
    }
    return await sendAnswer(reply, answer);
  });
}

/** Writes the failures of a scope in a format. */
export const formatFailures = (app: FastifyInstance, format: FailureFormat): void =>
  void app.decorate(FORMAT, format);

/**
 * Responds to unknown paths with `not_found`; a known path with another method names those that it has in `Allow` (RFC 9110,
 * 10.2.1).
 */
export function replyToUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler(async ({ url }, reply) => {
    const methods = methodsOf(url.replace(/\?.*$/s, ''));
    if (methods.length > 0) reply.header('Allow', methods.join(', '));
    throw new DomainError('not_found', 'The API has no such path and method.');
  });
}

/** Sets status and headers of a reply while the database or the files take no work. */
export const unavailable = (reply: FastifyReply): FastifyReply =>
  reply.code(UNAVAILABLE.status).header('Retry-After', RETRY_AFTER_S);

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

async function answerTo(
  error: unknown,
  format: FailureFormat,
  request: FastifyRequest,
): Promise<Answer> {
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

async function sendAnswer(reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
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

/** How long, and for how many bytes, a response waits for a request that is still arriving. */
const LINGER_MS = 2000;
const LINGER_BYTES = 16 * 1024 * 1024;

/**
 * Sends the text immediately but ends a moment later: closing the connection on a client that still sends would reset it
 * before the response is read (RFC 9112, section 9.6).
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
