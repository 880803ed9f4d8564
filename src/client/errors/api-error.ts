import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../../contract/errors.ts';
import { ERRORS, isErrorCode } from '../../contract/errors.ts';
import { isRecord } from '../../contract/is-record.ts';
import { retryAfterMs } from '../../contract/retry-after.ts';
import type { AnswerHeaders } from '../http/transport.ts';
import type { ErrorDetails } from './esign-error.ts';
import { EsignError } from './esign-error.ts';
import { nameErrors } from './name-errors.ts';
import { redactHeaders, redactText } from './redact.ts';

/** Details of an `ApiError`. */
export type ApiErrorDetails = ErrorDetails &
  Pick<ApiError, 'status' | 'headers' | 'rawBody' | 'method' | 'path'> &
  Partial<Pick<ApiError, 'code' | 'requestId' | 'retryAfterMs'>>;

/** A status other than 2xx, from the service or a proxy in front ("Errors", section 7 of the API's specification). */
export class ApiError extends EsignError {
  /** The HTTP status of the response. */
  declare readonly status: number;
  /** The `error` field of the body; undefined if the response is not the service's own. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** The request's id, from `X-Request-Id`. Give it to support. */
  readonly requestId: string | undefined;
  /** The headers of the response, redacted. */
  readonly headers: AnswerHeaders;
  /** At most 4096 characters of the body, redacted. */
  readonly rawBody: string;
  /** The HTTP method of the request. */
  readonly method: string;
  /** The path of the request; `/…` if the path itself grants access, as in a download link. */
  readonly path: string;
  /** The wait that `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details);
    this.code = details.code;
    this.requestId = details.requestId;
    this.headers = details.headers;
    this.rawBody = details.rawBody;
    this.method = details.method;
    this.path = details.path;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** 400: the request is invalid; `code` says how, the message names the first problem. */
export class InvalidRequestError extends ApiError {}

/** 401: the API key is missing or invalid. */
export class UnauthorizedError extends ApiError {}

/** 402: the account has fewer credits than the document has signers; nothing was sent. */
export class InsufficientCreditsError extends ApiError {}

/** 403: the account has no API access subscription. */
export class AccessNotEnabledError extends ApiError {}

/** 404: the document does not exist, or belongs to another account. */
export class NotFoundError extends ApiError {}

/** 409: the document's status does not allow the operation. */
export class InvalidStateError extends ApiError {}

/** 413: the PDF is larger than 10 MiB. */
export class FileTooLargeError extends ApiError {}

/** 429: too many requests; wait for `retryAfterMs` if it is set. */
export class RateLimitError extends ApiError {}

/** 500: the service failed. */
export class InternalError extends ApiError {}

nameErrors({
  ApiError,
  InvalidRequestError,
  UnauthorizedError,
  InsufficientCreditsError,
  AccessNotEnabledError,
  NotFoundError,
  InvalidStateError,
  FileTooLargeError,
  RateLimitError,
  InternalError,
});

const CLASSES: Readonly<Record<(typeof ERRORS)[ErrorCode], typeof ApiError>> = {
  400: InvalidRequestError,
  401: UnauthorizedError,
  402: InsufficientCreditsError,
  403: AccessNotEnabledError,
  404: NotFoundError,
  409: InvalidStateError,
  413: FileTooLargeError,
  500: InternalError,
};

/** Any 429 is a `RateLimitError`; a code counts only with its own status. */
function classOf(status: number, code: string | undefined): typeof ApiError {
  if (status === 429) return RateLimitError;
  if (code === undefined || !isErrorCode(code)) return ApiError;
  const own = ERRORS[code];
  return own === status ? CLASSES[own] : ApiError;
}

/** An error response, and the request it belongs to. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly attempts: number;
  readonly documentId?: string | undefined;
}

function parseBody(text: string): { code: string; message: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed)) return undefined;
    const { error, message } = parsed;
    if (typeof error !== 'string' || error === '') return undefined;
    return { code: error, message: typeof message === 'string' ? message : '' };
  } catch {
    return undefined;
  }
}

/** The message for a response that is not in the API's own form. */
function foreignMessage(status: number, headers: AnswerHeaders): string {
  const reason = STATUS_CODES[status];
  const line = reason === undefined ? `${status}` : `${status} ${reason}`;
  const server = headers.server === undefined ? '' : ` from ${headers.server}`;
  if (status >= 300 && status < 400)
    return `redirected to ${headers.location ?? 'nowhere'} (${line}${server}): redirects are not followed, check the base URL`;
  return `refused by something in front of the service: ${line}${server}`;
}

/** Makes a response's typed error, redacted. `now` is in milliseconds since the epoch. */
export function apiErrorFrom(
  response: ErrorResponse,
  { apiKey, now }: { readonly apiKey: string; readonly now: number },
): ApiError {
  const { status } = response;
  const text = Buffer.from(response.body).toString('utf8');
  const parsed = parseBody(text);
  const headers = redactHeaders(response.headers, [apiKey]);
  const message = parsed?.message || foreignMessage(status, headers);
  const details: ApiErrorDetails = {
    ...response,
    code: parsed?.code,
    requestId: headers['x-request-id'],
    headers,
    rawBody: redactText(text, [apiKey]),
    retryAfterMs: retryAfterMs(response.headers, now),
  };
  return new (classOf(status, parsed?.code))(redactText(message, [apiKey]), details);
}
