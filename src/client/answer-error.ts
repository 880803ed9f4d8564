import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../contract/errors.ts';
import { ERRORS } from '../contract/errors.ts';
import type { ApiErrorDetails } from './api-error.ts';
import {
  AccessNotEnabledError,
  ApiError,
  FileTooLargeError,
  InsufficientCreditsError,
  InternalError,
  InvalidRequestError,
  InvalidStateError,
  NotFoundError,
  RateLimitError,
  UnauthorizedError,
} from './api-error.ts';
import { redactHeaders, redactText } from './redact.ts';
import { retryAfterMs } from './retry-after.ts';
import type { AnswerHeaders } from './transport.ts';

/** An answer of refusal, and the request that it refused. */
export interface Refusal {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly attempts: number;
  readonly documentId?: string | undefined;
}

/** What must not appear in an error, and what time it is. */
export interface Surroundings {
  readonly secrets: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

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

const isKnownCode = (code: string | undefined): code is ErrorCode =>
  code !== undefined && Object.hasOwn(ERRORS, code);

function classFor(status: number, code: string | undefined): typeof ApiError {
  if (status === 429) return RateLimitError;
  return isKnownCode(code) && ERRORS[code].status === status ? CLASSES[code] : ApiError;
}

function readErrorBody(text: string): { code: string; message: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { error, message } = Object.fromEntries(Object.entries(parsed));
    if (typeof error !== 'string' || error === '') return undefined;
    return { code: error, message: typeof message === 'string' ? message : '' };
  } catch {
    return undefined;
  }
}

function foreignMessage({ status, headers }: Refusal): string {
  const words = STATUS_CODES[status];
  const said = words === undefined ? `${status}` : `${status} ${words}`;
  const server = headers.server === undefined ? '' : ` from ${headers.server}`;
  if (status >= 300 && status < 400)
    return `redirected to ${headers.location ?? 'nowhere'} (${said}${server}): redirects are not followed, check the base URL`;
  return `refused by something in front of the service: ${said}${server}`;
}

/** The typed error of an answer that is no 2xx. A body in another form than the API's keeps its status and text. */
export function answerError(refusal: Refusal, { secrets, now }: Surroundings): ApiError {
  const text = Buffer.from(refusal.body).toString('utf8');
  const told = readErrorBody(text);
  const headers = redactHeaders(refusal.headers, secrets);
  const details: ApiErrorDetails = {
    ...refusal,
    code: told?.code,
    requestId: headers['x-request-id'],
    headers,
    rawBody: redactText(text, secrets),
    retryAfterMs: retryAfterMs(refusal.headers, now),
  };
  const message = told?.message || foreignMessage({ ...refusal, headers });
  return new (classFor(refusal.status, told?.code))(redactText(message, secrets), details);
}
