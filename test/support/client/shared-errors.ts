import { apiErrorFrom } from '../../../src/client/errors/api-error.ts';

/** An error response, and the class and the fields of its error. */
export interface ErrorCase {
  readonly name: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly error: Readonly<Record<string, unknown>>;
}

/** The error that the Node SDK makes of a response. */
export function shownResponse({ status, headers = {}, body }: Omit<ErrorCase, 'error'>) {
  const request = { operation: 'sendDocument', method: 'POST', path: '/', attempts: 1 };
  const response = { ...request, status, headers, body: Buffer.from(body) };
  const error = apiErrorFrom(response, { apiKey: 'sk_test_1', now: 0 });
  const { name, code = null, message, requestId = null, retryAfterMs = null, rawBody } = error;
  return { class: name, code, message, requestId, retryAfterMs, rawBody };
}
