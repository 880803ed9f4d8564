import { STATUS_CODES } from 'node:http';
import { retryAfterMs } from '../../contract/retry-after.ts';
import { isFields } from '../http/answer-shape.ts';
import type { AnswerHeaders } from '../http/transport.ts';
import type { ApiError, ApiErrorDetails } from './api-error.ts';
import { apiErrorClass } from './api-error.ts';
import { redactHeaders, redactText } from './redact.ts';

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

function readErrorBody(text: string): { code: string; message: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isFields(parsed)) return undefined;
    const { error, message } = parsed;
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
  return new (apiErrorClass(refusal.status, told?.code))(redactText(message, secrets), details);
}
