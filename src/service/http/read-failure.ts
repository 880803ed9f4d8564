import type { ErrorBody } from '../../contract/error-body.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ERRORS } from '../../contract/errors.ts';
import { DomainError } from '../domain/domain-error.ts';

/** What an error becomes for whoever asked. */
export interface Failure {
  readonly status: number;
  readonly body: ErrorBody & { readonly error: ErrorCode };
}

/** The answer to an error code. */
export function failure(code: ErrorCode, message: string): Failure {
  return { status: ERRORS[code].status, body: { error: code, message } };
}

/** Fastify's own refusals that can be told in better words than "malformed". */
const WORDS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type is not one that is understood here.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
};

const textOf = (error: object, key: string): unknown => Reflect.get(error, key);

/** Translates any error: one of ours by its code, a refusal of the framework to `invalid_request`, all else to 500. */
export function readFailure(error: unknown): Failure {
  if (error instanceof DomainError) return failure(error.code, error.message);
  const internal = failure('internal_error', 'The service failed to answer; try again later.');
  if (!(error instanceof Error)) return internal;
  const status = textOf(error, 'statusCode');
  if (typeof status !== 'number' || status < 400 || status > 499) return internal;
  const words = WORDS[String(textOf(error, 'code'))] ?? 'The request is malformed.';
  return failure('invalid_request', words);
}
