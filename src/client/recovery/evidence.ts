import { ApiError } from '../errors/api-error.ts';
import {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
  ResponseShapeError,
  TimeoutError,
} from '../errors/call-errors.ts';
import type { EsignError } from '../errors/esign-error.ts';

/**
 * What a failure proves about the request: `not-applied` for certain; `conflict`, the service's 409; `answer-lost`,
 * applied but its answer did not come whole; `unknown`, anything else after the connection stood.
 */
export type Evidence = 'not-applied' | 'conflict' | 'answer-lost' | 'unknown';

/** These redirects promise that the method was not carried out here (RFC 9110, 15.4); 302 and 303 do not. */
const REDIRECTS_UNTOUCHED = new Set([301, 307, 308]);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function evidenceOfStatus(status: number): Evidence {
  if (status === 409) return 'conflict';
  if (status === 408 || status >= 500) return 'unknown';
  if (status >= 400 || REDIRECTS_UNTOUCHED.has(status)) return 'not-applied';
  return 'unknown';
}

function evidenceOfBreak(error: ConnectionError): Evidence {
  if (!error.opened) return 'not-applied';
  return error.status !== undefined && isSuccess(error.status) ? 'answer-lost' : 'unknown';
}

/** Sorts a failed call by what it proves. An error that is none of a call's own was thrown before anything was sent. */
export function evidenceOf(error: EsignError): Evidence {
  if (error instanceof ApiError) return evidenceOfStatus(error.status);
  if (error instanceof ConnectionError) return evidenceOfBreak(error);
  if (error instanceof ResponseShapeError) return 'answer-lost';
  if (error instanceof TimeoutError || error instanceof AbortedError)
    return error.opened ? 'unknown' : 'not-applied';
  return error instanceof OutcomeUnknownError ? 'unknown' : 'not-applied';
}
