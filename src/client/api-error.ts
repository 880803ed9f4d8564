import type { ErrorCode } from '../contract/errors.ts';
import type { ErrorDetails } from './esign-error.ts';
import { EsignError } from './esign-error.ts';
import type { AnswerHeaders } from './transport.ts';

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

  static {
    ApiError.prototype.name = 'ApiError';
  }

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
export class InvalidRequestError extends ApiError {
  static {
    InvalidRequestError.prototype.name = 'InvalidRequestError';
  }
}

/** 401: the API key is missing or invalid. */
export class UnauthorizedError extends ApiError {
  static {
    UnauthorizedError.prototype.name = 'UnauthorizedError';
  }
}

/** 402: fewer credits than signers; nothing was sent. */
export class InsufficientCreditsError extends ApiError {
  static {
    InsufficientCreditsError.prototype.name = 'InsufficientCreditsError';
  }
}

/** 403: the account has no API access subscription. */
export class AccessNotEnabledError extends ApiError {
  static {
    AccessNotEnabledError.prototype.name = 'AccessNotEnabledError';
  }
}

/** 404: the document does not exist, or belongs to another account. */
export class NotFoundError extends ApiError {
  static {
    NotFoundError.prototype.name = 'NotFoundError';
  }
}

/** 409: the document's state does not allow this. */
export class InvalidStateError extends ApiError {
  static {
    InvalidStateError.prototype.name = 'InvalidStateError';
  }
}

/** 413: the PDF is over 10 MB. */
export class FileTooLargeError extends ApiError {
  static {
    FileTooLargeError.prototype.name = 'FileTooLargeError';
  }
}

/** 429: too many requests; `retryAfterMs` holds the wait that was asked for. */
export class RateLimitError extends ApiError {
  static {
    RateLimitError.prototype.name = 'RateLimitError';
  }
}

/** 500: a failure of the service. */
export class InternalError extends ApiError {
  static {
    InternalError.prototype.name = 'InternalError';
  }
}
