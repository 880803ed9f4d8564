import type { ErrorCode } from '../../contract/errors.ts';
import { ERRORS, isErrorCode } from '../../contract/errors.ts';
import type { AnswerHeaders } from '../http/transport.ts';
import type { ErrorDetails } from './esign-error.ts';
import { EsignError } from './esign-error.ts';

/** What an answer of refusal said. */
export interface ApiErrorDetails extends ErrorDetails {
  readonly status: number;
  /** The `error` field of the body; undefined when the answer did not come from the service itself. */
  readonly code?: ErrorCode | (string & {}) | undefined;
  readonly requestId?: string | undefined;
  readonly headers: AnswerHeaders;
  /** At most 4 KiB of the body, without keys and links. */
  readonly rawBody: string;
  readonly method: string;
  readonly path: string;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** The service, or something in front of it, answered with another status than 2xx (specification, section 7). */
export class ApiError extends EsignError {
  readonly status: number;
  readonly code: ErrorCode | (string & {}) | undefined;
  readonly requestId: string | undefined;
  readonly headers: AnswerHeaders;
  readonly rawBody: string;
  readonly method: string;
  readonly path: string;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details);
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.headers = details.headers;
    this.rawBody = details.rawBody;
    this.method = details.method;
    this.path = details.path;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** 400: the request breaks a rule; `code` says which kind, the message names the first problem. */
export class InvalidRequestError extends ApiError {}

/** 401: the API key is missing or invalid. */
export class UnauthorizedError extends ApiError {}

/** 402: fewer credits than signers; nothing was sent. */
export class InsufficientCreditsError extends ApiError {}

/** 403: the account has no API access subscription. */
export class AccessNotEnabledError extends ApiError {}

/** 404: the document does not exist, or belongs to another account. */
export class NotFoundError extends ApiError {}

/** 409: the document's state does not allow this. */
export class InvalidStateError extends ApiError {}

/** 413: the PDF is over 10 MB. */
export class FileTooLargeError extends ApiError {}

/** 429: too many requests; `retryAfterMs` holds the wait that was asked for. */
export class RateLimitError extends ApiError {}

/** 500: a failure of the service. */
export class InternalError extends ApiError {}

const CLASSES: Readonly<Record<ErrorCode, typeof ApiError>> = {
  invalid_content_type: InvalidRequestError,
  invalid_request: InvalidRequestError,
  invalid_file: InvalidRequestError,
  no_signers: InvalidRequestError,
  signer_limit_reached: InvalidRequestError,
  unauthorized: UnauthorizedError,
  insufficient_credits: InsufficientCreditsError,
  api_access_not_enabled: AccessNotEnabledError,
  not_found: NotFoundError,
  invalid_state: InvalidStateError,
  file_too_large: FileTooLargeError,
  internal_error: InternalError,
};

/** The class for an answer: that of its code, where the code has its own status; any 429 is a `RateLimitError`. */
export function apiErrorClass(status: number, code: string | undefined): typeof ApiError {
  if (status === 429) return RateLimitError;
  const isOwn = code !== undefined && isErrorCode(code) && ERRORS[code].status === status;
  return isOwn ? CLASSES[code] : ApiError;
}
